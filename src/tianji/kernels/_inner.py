"""Kernels that only kernels call: kept as intermediate code until the kernel that Python calls is compiled.

Numba optimises every function together with all that it calls, makes machine code of it and two ways in from outside,
and does so again for its caller, and for the caller's caller: of a chain of five kernels the innermost is compiled
five times. Here a kernel that is compiled because another one calls it stops at linked code. The one that Python
called is optimised as a whole, once, as a C compiler does with a file: the same arithmetic, to the bit. An inner
kernel that Python calls after all is compiled then, as an entry of its own.

Only what is compiled on behalf of a kernel of this package is put off; other functions of the process are left alone.

The garbage collector rests meanwhile: of the hundreds of thousands of objects that a compilation makes, nearly all live
to its end, and to walk over them again and again is an eighth of its time. Some questions that numba asks a million
times for one kernel are answered in fewer steps (`_shorten`), with the same answers.
"""

import gc

UNRESOLVED = (
    ".numba.unresolved$"  # how numba begins the names of pointers to functions that are not compiled yet
)

TRIED = ("0.68.",)  # versions of numba: what is changed here is its inside, and nobody promises that it stays

_under_way: list = []  # dispatchers being compiled, callers first; whoever compiles holds numba's compiler lock


def _is_ours():
    """Whether a kernel of this package is being compiled."""
    return bool(_under_way) and str(_under_way[0].py_func.__module__).startswith("tianji.")


def _is_inner():
    """Whether what is being compiled now is called by a kernel of this package that is being compiled, too."""
    return len(_under_way) > 1 and _is_ours()


class Later:
    """Stands where the machine code of an inner kernel would; called, it has the kernel compiled as an entry."""

    def __init__(self, dispatcher):
        self.dispatcher = dispatcher

    def __call__(self, *args):
        """Compile the kernel for the types that this stands for, and call it."""
        from numba.core.compiler_lock import global_compiler_lock

        kernel = self.dispatcher
        with global_compiler_lock:
            for types, made in list(kernel.overloads.items()):
                if made.entry_point is self:
                    del kernel.overloads[types]
                    kernel.compile(types)
        return kernel(*args)


def _stopping(eager):
    """Numba's class of a function with all that it calls, made to stop at linked code until more is asked for."""
    from llvmlite import binding

    class Library(eager):
        is_raw = False
        _intermediate, _parsed = b"", None

        @classmethod
        def _unserialize(cls, codegen, state):
            """As numba does, but intermediate code, which only a caller's compilation reads, is left as bytes."""
            name, kind, data = state
            if kind != "object" or UNRESOLVED.encode() in data[1]:
                return super()._unserialize(codegen, state)
            made = codegen.create_library(name)
            made.enable_object_caching()
            made._set_compiled_object(data[0])
            made._intermediate = data[1]
            made._finalize_final_module()
            return made

        @property
        def _shared_module(self):
            if self._intermediate:
                self._parsed, self._intermediate = binding.parse_bitcode(self._intermediate), b""
                self._codegen._engine._load_defined_symbols(self._parsed)
            return self._parsed

        @_shared_module.setter
        def _shared_module(self, module):
            self._parsed = module

        def _optimize_functions(self, module):
            """As numba does, but for functions that are only named here: their passes are made to do nothing."""
            module.data_layout = self._codegen._data_layout
            for function in module.functions:
                if not function.is_declaration:
                    passes, builder = self._codegen._function_pass_manager()
                    passes.run(function, builder)

        def finalize(self):
            if not _is_ours():
                super().finalize()
                return
            self._raise_if_finalized()
            for library in dict.fromkeys(self._linking_libraries):
                self._reload_init.update(library._reload_init)
                self._final_module.link_in(library._get_module_for_linking(), preserve=True)
            self._finalized = self.is_raw = True
            self._finalize_dynamic_globals()
            if any(found.name.startswith(UNRESOLVED) for found in self._final_module.global_variables):
                self._emit()  # functions that call each other in turn are found by name, among machine code

        def _emit(self):
            from numba.core.environment import lookup_environment

            self._ensure_finalized()
            if not self.is_raw:
                return
            self.is_raw = False
            self._dynamic_globals.clear()
            self._codegen._check_llvm_bugs()
            self._optimize_final_module()
            self._final_module.verify()
            self._finalize_final_module()
            for variable in (
                self._final_module.global_variables
            ):  # those of inner kernels, which have no code to set them
                known = lookup_environment(variable.name)
                if known is not None:
                    self._codegen.set_env(variable.name, known)

        def get_pointer_to_function(self, name):
            self._emit()
            if name.encode() in self._intermediate:  # where numba would have read that it is defined
                self._codegen._engine._defined_symbols.add(name)
            return super().get_pointer_to_function(name)

        def serialize_using_object_code(self):
            self._emit()
            return super().serialize_using_object_code()

    return Library


def _unless_inner(make_way_in):
    def patched(self, *args, **named):
        if not _is_inner():
            make_way_in(self, *args, **named)

    return patched


def _list_vars(self, found):
    """The variables in a part of a statement, in order, as numba lists them; one loop where most parts are none."""
    from numba.core.ir import Inst, Var

    if isinstance(found, Var):
        return [found]
    if isinstance(found, Inst):
        return found.list_vars()
    if isinstance(found, dict):
        found = found.values()
    elif not isinstance(found, list | tuple):
        return []
    listed = []
    for part in found:
        if isinstance(part, Var):
            listed.append(part)
        elif isinstance(part, Inst | list | tuple | dict):
            listed.extend(_list_vars(self, part))
    return listed


def _shorten():
    """Have numba list variables, compare its options and type operators without going over all that is not there."""
    from numba.core import ir, targetconfig, types
    from numba.core.typing import npydecl

    config = targetconfig.TargetConfig
    ir.Inst._rec_list_vars = _list_vars
    compare, hashes = config.__eq__, {}

    def is_same(self, other):  # options that were set alike are alike; else numba compares defaults, too
        is_set_alike = type(self) is type(other) and self._values == other._values
        return is_set_alike or compare(self, other)

    def hash_of(self):  # numba hashes the options' names alone
        kind = type(self)
        if kind not in hashes:
            hashes[kind] = hash(tuple(sorted(kind.options)))
        return hashes[kind]

    config.__eq__, config.__hash__ = is_same, hash_of
    operator = npydecl.NumpyRulesArrayOperator
    type_arrays = operator.generic

    def type_operator(self, args, kws):  # numba comes to the same, but first looks the ufunc's loops through
        is_array = any(isinstance(found, types.ArrayCompatible) for found in args)
        return type_arrays(self, args, kws) if is_array else None

    operator.generic = type_operator


def install():
    """Have numba put inner kernels off, once a process; a numba that this was not tried with compiles as ever."""
    import numba
    from numba.core import codegen, cpu, dispatcher, event

    if not numba.__version__.startswith(TRIED) or hasattr(codegen.JITCPUCodegen._library_class, "is_raw"):
        return

    class Listener(event.Listener):
        is_resting = False

        def on_start(self, event):
            _under_way.append(event.data["dispatcher"])
            if _is_ours() and gc.isenabled():
                self.is_resting = True
                gc.disable()

        def on_end(self, event):
            _under_way.pop()
            if self.is_resting and not _under_way:
                self.is_resting = False
                gc.enable()

    _shorten()
    context, base = cpu.CPUContext, dispatcher._DispatcherBase
    insert, make_executable = base.add_overload, context.get_executable

    def add_overload(self, made):
        if isinstance(made.entry_point, Later):
            self.overloads[tuple(made.signature.args)] = (
                made  # for kernels to link; a call from Python finds none
            )
        else:
            insert(self, made)

    def get_executable(self, library, fndesc, env):
        if _is_inner() and not library._finalized:  # one from the cache is, and has its machine code
            return Later(_under_way[-1])
        return make_executable(self, library, fndesc, env)

    base.add_overload = add_overload
    context.get_executable = get_executable
    context.create_cpython_wrapper = _unless_inner(context.create_cpython_wrapper)
    context.create_cfunc_wrapper = _unless_inner(context.create_cfunc_wrapper)
    codegen.JITCPUCodegen._library_class = _stopping(codegen.JITCodeLibrary)
    event.register("numba:compile", Listener())
