"""A limit on the loops of somebody's own rules: a `while` that never ends would hold its kernel for ever.

Where a rule that is not Tianji's is compiled, every `while` counts its rounds, all of them together, and one too many
raises. A `for` over a range ends by itself and is left as it is, so that LLVM may still take several of its rounds at
once. A count is an addition in a register and a branch that is never taken.
"""

import operator

from numba.core import ir, postproc
from numba.core.analysis import compute_cfg_from_blocks
from numba.core.compiler import CompilerBase, DefaultPassBuilder
from numba.core.compiler_machinery import FunctionPass, register_pass
from numba.core.ir_utils import build_definitions
from numba.core.untyped_passes import IRProcessing

from tianji.kernels.native.calls import EndlessError

ROUNDS = 1_000_000  # of one call: a millisecond or more; no game needs so many at one position


@register_pass(mutates_CFG=True, analysis_only=False)
class CountRounds(FunctionPass):  # type: ignore[misc]
    """Let every `while` of a function count, and raise `EndlessError` after `ROUNDS`."""

    _name = "tianji_count_rounds"

    def __init__(self):
        FunctionPass.__init__(self)

    def run_pass(self, state):
        """Put a block before the head of every loop that is no `for`; whether there is one."""
        func_ir = state.func_ir
        blocks = func_ir.blocks
        heads = [loop.header for loop in compute_cfg_from_blocks(blocks).loops().values()]
        heads = [label for label in heads if not _is_for(blocks[label])]
        if not heads:
            return False
        first, free = min(blocks), max(blocks) + 1
        scope, loc = blocks[first].scope, blocks[first].loc
        name = func_ir.func_id.func_qualname.rpartition(".")[2]
        rounds, one, most, is_over = (
            ir.Var(scope, f"$tianji_{x}", loc) for x in ("rounds", "one", "most", "over")
        )
        if first in heads:  # the rule begins with the loop: what jumps to it shall not begin the count anew
            blocks[free] = blocks[first]
            for block in blocks.values():
                block.body[-1] = _redirected(block.body[-1], first, free)
            heads[heads.index(first)] = free
            blocks[first] = ir.Block(scope, loc)
            blocks[first].append(ir.Jump(free, loc))
            free += 1
        for label in heads:
            head, blocks[free] = ir.Block(scope, loc), blocks[label]
            for value, to in (
                (ir.Const(1, loc), one),
                (ir.Expr.binop(operator.add, rounds, one, loc), rounds),
                (ir.Const(ROUNDS, loc), most),
                (ir.Expr.binop(operator.gt, rounds, most, loc), is_over),
            ):
                head.append(ir.Assign(value, to, loc))
            head.append(ir.Branch(is_over, free + 1, free, loc))
            blocks[label], blocks[free + 1] = head, ir.Block(scope, loc)
            told = f"native rules: {name}() goes round its loops more than {ROUNDS:,} times in one call; end them"
            blocks[free + 1].append(ir.StaticRaise(EndlessError, (told,), loc))
            free += 2
        blocks[first].prepend(ir.Assign(ir.Const(0, loc), rounds, loc))
        func_ir.blocks = dict(sorted(blocks.items()))
        func_ir._definitions = build_definitions(func_ir.blocks)
        postproc.PostProcessor(func_ir).run()
        return True


def _is_for(block):
    """Whether the head of a loop asks an iterator for the next."""
    return any(
        isinstance(x, ir.Assign) and isinstance(x.value, ir.Expr) and x.value.op == "iternext"
        for x in block.body
    )


def _redirected(end, old, new):
    """The end of a block, going to another one."""
    if isinstance(end, ir.Jump) and end.target == old:
        return ir.Jump(new, end.loc)
    if isinstance(end, ir.Branch) and old in (end.truebr, end.falsebr):
        ways = [new if x == old else x for x in (end.truebr, end.falsebr)]
        return ir.Branch(end.cond, *ways, end.loc)
    return end


class Counting(CompilerBase):  # type: ignore[misc]
    """Numba's compiler with `CountRounds` in it."""

    def define_pipelines(self):
        """The usual passes, and one more as soon as there are blocks."""
        manager = DefaultPassBuilder.define_nopython_pipeline(self.state)
        manager.add_pass_after(CountRounds, IRProcessing)
        manager.finalize()
        return [manager]
