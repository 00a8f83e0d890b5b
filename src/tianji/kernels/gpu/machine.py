"""Where generated kernels run: a GPU, by PyTorch's memory and stream; or the host's compiler, to check their text.

A GPU's kernels are compiled at run time by NVRTC, which comes with PyTorch, and kept on disk by their text.
"""

from __future__ import annotations

import ctypes
import hashlib
import os
import shutil
import subprocess
import tempfile
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from tianji._optional import require
from tianji.errors import NotApplicableError

EXTRA = "torch"


def cache_folder() -> Path:
    """Where compiled kernels are kept: $TIANJI_KERNELS, or the user's cache."""
    given = os.environ.get("TIANJI_KERNELS")
    if given:
        return Path(given)
    base = os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache"
    return Path(base) / "tianji" / "kernels"


def kept(key: str, suffix: str, make: Callable[[], bytes]) -> Path:
    """The file of what `make` gives for this text, made where it is not there yet; a process never sees half of one."""
    folder = cache_folder()
    path = folder / f"{hashlib.sha256(key.encode()).hexdigest()[:32]}{suffix}"
    if not path.exists():
        folder.mkdir(parents=True, exist_ok=True)
        handle, name = tempfile.mkstemp(dir=folder)
        with os.fdopen(handle, "wb") as file:
            file.write(make())
        Path(name).replace(path)
    return path


Launch = tuple[Any, int, ctypes.Structure]  # a function of `build`, blocks, arguments


@dataclass(frozen=True)
class KernelText:
    """A kernel's text, a block's threads and bytes of shared memory; head: the text that others share with it."""

    name: str
    head: str
    body: str
    threads: int
    shared: int = 0


def structure(fields: str, real: Any) -> type[ctypes.Structure]:
    """A C structure from `name:kind` words: p pointer, l 64 bits, i 32 bits, d a double, r a number."""
    kinds = {"p": ctypes.c_void_p, "l": ctypes.c_int64, "i": ctypes.c_int32, "d": ctypes.c_double}
    kinds["r"] = ctypes.c_float if real is np.float32 else ctypes.c_double
    pairs = [(name, kinds[kind]) for name, kind in (word.split(":") for word in fields.split())]
    return type("Structure", (ctypes.Structure,), {"_fields_": pairs})


class HostMachine:
    """The kernels' text by the host's C++ compiler, a block after the other: slow, exact, for tests."""

    name, kind, room, processors = "host", "host", 1 << 30, 1

    def __init__(self) -> None:
        compiler = shutil.which("c++") or shutil.which("g++") or shutil.which("clang++")
        if compiler is None:
            raise NotApplicableError("kernels on the host need a C++ compiler: install g++ or clang++")
        self._compiler = compiler

    def build(self, kernels: Sequence[KernelText]) -> list[Any]:
        """Their functions, one library for all that share a head."""
        found: dict[str, Any] = {}
        for head in dict.fromkeys(kernel.head for kernel in kernels):
            whole = "\n".join([head, *dict.fromkeys(k.body for k in kernels if k.head == head)])
            path = kept(self._compiler + whole, ".so", lambda text=whole: self._compile(text))  # type: ignore[misc]
            found[head] = ctypes.CDLL(str(path))
        return [(getattr(found[k.head], k.name), k.threads, k.shared) for k in kernels]

    def _compile(self, text: str) -> bytes:
        with tempfile.TemporaryDirectory() as folder:
            source, target = Path(folder) / "kernels.cpp", Path(folder) / "kernels.so"
            source.write_text(text, encoding="utf-8")
            command = [
                self._compiler,
                "-std=c++17",
                "-O0",
                "-w",
                "-shared",
                "-fPIC",
                str(source),
                "-o",
                str(target),
            ]
            done = subprocess.run(command, capture_output=True, text=True, check=False)
            if done.returncode:
                raise NotApplicableError(f"the host's compiler refused a kernel: {done.stderr[:2000]}")
            return target.read_bytes()

    def launch(self, *launches: Launch) -> None:
        """Run so many blocks of each."""
        for (call, threads, size), blocks, arguments in launches:
            call(ctypes.byref(arguments), blocks, threads, size)

    def record(self, work: Callable[[], None]) -> Callable[[], None]:
        """What does again what `work` launches."""
        return work

    def mark(self) -> Callable[[], None]:
        """What waits until all launched so far is done."""
        return self.wait

    def array(self, given: np.ndarray) -> np.ndarray:
        """A copy in this machine's memory, or the array itself."""
        return np.ascontiguousarray(given)

    def zeros(self, size: int, kind: Any) -> np.ndarray:
        """So many zeros."""
        return np.zeros(size, dtype=kind)

    def pointer(self, array: np.ndarray) -> int:
        """Where an array begins."""
        return array.ctypes.data

    def fetch(self, array: np.ndarray, into: np.ndarray) -> None:
        """Copy to the host."""
        into[...] = array

    def send(self, given: np.ndarray, array: np.ndarray) -> None:
        """Copy from the host."""
        array[...] = given

    def copy(self, array: np.ndarray, into: np.ndarray) -> None:
        """Copy within the machine."""
        into[...] = array

    def wait(self) -> None:
        """Until all is done."""

    def free_bytes(self) -> int:
        """What can still be had."""
        return os.sysconf("SC_AVPHYS_PAGES") * os.sysconf("SC_PAGE_SIZE")


class CudaMachine:
    """A GPU, by PyTorch."""

    kind = "cuda"
    most_streams = 8  # side by side

    def __init__(self) -> None:
        self._torch = require_cuda()
        torch = self._torch
        torch.cuda.init()
        self.name = torch.cuda.get_device_name()
        major, minor = torch.cuda.get_device_capability()
        self.arch = f"{major}{minor}"
        properties = torch.cuda.get_device_properties(0)
        self.processors = int(properties.multi_processor_count)
        self.room = int(getattr(properties, "shared_memory_per_block_optin", 99 << 10))
        self.per_processor = int(getattr(properties, "shared_memory_per_multiprocessor", self.room + 1024))
        torch.zeros(1, device="cuda")  # the context
        self._driver = ctypes.CDLL("libcuda.so.1")
        self._compiler = _nrtc(torch)
        self._built: dict[KernelText, Any] = {}
        self._streams: list[Any] = []

    def build(self, kernels: Sequence[KernelText]) -> list[Any]:
        """Their functions, compiled side by side."""
        new = [kernel for kernel in dict.fromkeys(kernels) if kernel not in self._built]
        with ThreadPoolExecutor(max(1, os.cpu_count() or 1)) as pool:
            binaries = list(pool.map(lambda kernel: self._binary(kernel.head + kernel.body), new))
        self._built.update({k: self._load(binary, k) for k, binary in zip(new, binaries, strict=True)})
        return [self._built[kernel] for kernel in kernels]

    def _binary(self, text: str) -> bytes:
        key = f"sm_{self.arch} {self._compiler.version()} {text}"
        return kept(key, ".cubin", lambda: self._compiler.compile(text, self.arch)).read_bytes()

    def _load(self, binary: bytes, kernel: KernelText) -> Any:
        module, function = ctypes.c_void_p(), ctypes.c_void_p()
        self._check(self._driver.cuModuleLoadData(ctypes.byref(module), binary), "cuModuleLoadData")
        self._check(
            self._driver.cuModuleGetFunction(ctypes.byref(function), module, kernel.name.encode()),
            "cuModuleGetFunction",
        )
        if kernel.shared > 48 << 10:  # CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES
            self._check(self._driver.cuFuncSetAttribute(function, 8, kernel.shared), "cuFuncSetAttribute")
        return function, kernel.threads, kernel.shared

    def launch(self, *launches: Launch) -> None:
        """Queue so many blocks of each, on streams of their own that part from PyTorch's and come back to it."""
        main = self._torch.cuda.current_stream()
        while len(self._streams) < min(len(launches), self.most_streams) - 1:
            self._streams.append(self._torch.cuda.Stream())
        streams = [main, *self._streams[: min(len(launches), self.most_streams) - 1]]
        for side in streams[1:]:
            side.wait_stream(main)
        for k, ((call, threads, size), blocks, arguments) in enumerate(launches):
            pointers = (ctypes.c_void_p * 1)(ctypes.addressof(arguments))
            stream = ctypes.c_void_p(streams[k % len(streams)].cuda_stream)
            self._check(
                self._driver.cuLaunchKernel(call, blocks, 1, 1, threads, 1, 1, size, stream, pointers, None),
                "cuLaunchKernel",
            )
        for side in streams[1:]:
            main.wait_stream(side)

    def record(self, work: Callable[[], None]) -> Callable[[], None]:
        """What does again what `work` launches, as one graph: no launch waits for this process."""
        torch = self._torch
        graph, side = torch.cuda.CUDAGraph(), torch.cuda.Stream()
        side.wait_stream(torch.cuda.current_stream())
        with torch.cuda.stream(side):
            graph.capture_begin(capture_error_mode="thread_local")
            try:
                work()
            finally:
                graph.capture_end()
        torch.cuda.current_stream().wait_stream(side)
        replay: Callable[[], None] = graph.replay
        return replay

    def mark(self) -> Callable[[], None]:
        """What waits until all launched so far is done."""
        event = self._torch.cuda.Event()
        event.record()
        wait: Callable[[], None] = event.synchronize
        return wait

    def _check(self, code: int, what: str) -> None:
        if code:
            text = ctypes.c_char_p()
            self._driver.cuGetErrorString(code, ctypes.byref(text))
            raise NotApplicableError(f"the GPU refused {what}: {(text.value or b'').decode()} ({code})")

    def array(self, given: np.ndarray) -> Any:
        """A copy in the GPU's memory."""
        whole = np.ascontiguousarray(given)
        signed = {"uint64": np.int64, "uint32": np.int32, "uint16": np.int16}.get(whole.dtype.name)
        return self._torch.from_numpy(whole.view(signed) if signed else whole).cuda()

    def zeros(self, size: int, kind: Any) -> Any:
        """So many zeros."""
        return self._torch.zeros(size, dtype=getattr(self._torch, np.dtype(kind).name), device="cuda")

    def pointer(self, array: Any) -> int:
        """Where an array begins."""
        return int(array.data_ptr())

    def fetch(self, array: Any, into: np.ndarray) -> None:
        """Copy to the host."""
        self._torch.from_numpy(into).copy_(array)

    def send(self, given: np.ndarray, array: Any) -> None:
        """Copy from the host."""
        array.copy_(self._torch.from_numpy(np.ascontiguousarray(given)))

    def copy(self, array: Any, into: Any) -> None:
        """Copy within the machine."""
        into.copy_(array)

    def wait(self) -> None:
        """Until all is done."""
        self._torch.cuda.synchronize()

    def free_bytes(self) -> int:
        """What can still be had, PyTorch's own store included."""
        torch = self._torch
        free, _ = torch.cuda.mem_get_info()
        return int(free + torch.cuda.memory_reserved() - torch.cuda.memory_allocated())


def require_cuda() -> Any:
    """PyTorch with a GPU, or a sentence of what to install."""
    torch = require("torch", extra=EXTRA, needed_for="device='cuda'")
    if not torch.cuda.is_available():
        raise NotApplicableError(
            "device='cuda': PyTorch sees no GPU here; install its build for your driver, or use device='cpu'"
        )
    return torch


class _Compiler:
    """NVRTC by its C interface."""

    def __init__(self, library: Any) -> None:
        self._library = library

    def version(self) -> str:
        major, minor = ctypes.c_int(), ctypes.c_int()
        self._library.nvrtcVersion(ctypes.byref(major), ctypes.byref(minor))
        return f"{major.value}.{minor.value}"

    def compile(self, text: str, arch: str) -> bytes:
        """The machine code of a text for an architecture such as 90."""
        library, program = self._library, ctypes.c_void_p()
        library.nvrtcCreateProgram(ctypes.byref(program), text.encode(), b"street.cu", 0, None, None)
        options = [f"--gpu-architecture=sm_{arch}".encode(), b"--std=c++17", b"-default-device"]
        code = library.nvrtcCompileProgram(program, len(options), (ctypes.c_char_p * len(options))(*options))
        size = ctypes.c_size_t()
        if code:
            library.nvrtcGetProgramLogSize(program, ctypes.byref(size))
            log = ctypes.create_string_buffer(size.value)
            library.nvrtcGetProgramLog(program, log)
            raise NotApplicableError(f"NVRTC refused a kernel: {log.value.decode()[:2000]}")
        library.nvrtcGetCUBINSize(program, ctypes.byref(size))
        binary = ctypes.create_string_buffer(size.value)
        library.nvrtcGetCUBIN(program, binary)
        library.nvrtcDestroyProgram(ctypes.byref(program))
        return binary.raw


def _nrtc(torch: Any) -> _Compiler:
    """The NVRTC that PyTorch brings, else the system's."""
    home, major = Path(torch.__file__).parent, str(torch.version.cuda).split(".")[0]
    near = sorted(home.parent.glob(f"nvidia/**/libnvrtc.so.{major}*")) + sorted(
        home.glob("lib/libnvrtc*.so*")
    )
    system = [*Path("/usr/local").glob(f"cuda*/lib64/libnvrtc.so.{major}*"), Path(f"libnvrtc.so.{major}")]
    for path in [p for p in near if "builtins" not in p.name] + system:
        try:
            return _Compiler(ctypes.CDLL(str(path)))
        except OSError:
            continue
    raise NotApplicableError(
        "device='cuda' compiles its kernels by NVRTC, which is not here; install it with: pip install nvidia-cuda-nvrtc"
    )
