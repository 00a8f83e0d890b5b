"""The studio: a page on your own machine on which games are solved and watched.

Three kinds of process. The *server* (`command`, `app`, `guard`, `routes`, `keeper`, `events`) waits, checks and tells;
it never imports a compiler. A *desk* (`desk`, `clerk`) answers within seconds what needs the library. A *worker*
(`worker`) solves; it outlives the server. A run is a folder (`runs`): `kill -9` of any process, or of all, loses
nothing. There is no algorithm here: what is shown comes from `tianji`'s public names.
"""

from typing import TYPE_CHECKING

from tianji._package import make_lazy

if TYPE_CHECKING:
    from tianji.studio.handed import open as open

_HOME = {"open": "tianji.studio.handed"}

__all__ = [*_HOME]

make_lazy(__name__, _HOME)
