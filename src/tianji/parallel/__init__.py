"""Batches: many independent pieces of work, on one process or several, resumable, with the same bytes as a result.

A *job* is a function named `module:function` that makes `(tensors, fields)` of `(args, shared)`: pure, importable, and
seeded by its args, so that it does not matter where and how often it runs. `Executor` runs items of it anywhere;
`run_batch` keeps what they give in a folder.
"""

from tianji._package import names_of as _names_of
from tianji.parallel.batch import Batch as Batch
from tianji.parallel.batch import run_batch as run_batch
from tianji.parallel.cluster import RayExecutor as RayExecutor
from tianji.parallel.executors import Executor as Executor
from tianji.parallel.executors import Serial as Serial
from tianji.parallel.executors import make_executor as make_executor
from tianji.parallel.items import Item as Item
from tianji.parallel.items import Outcome as Outcome
from tianji.parallel.items import make_items as make_items
from tianji.parallel.processes import Processes as Processes
from tianji.parallel.simulate import Makespan as Makespan
from tianji.parallel.simulate import simulate_batch as simulate_batch

__dir__ = _names_of(__name__)
