"""tianji studio."""

from __future__ import annotations

from typing import Annotated

import typer

from tianji.cli.shared import options
from tianji.cli.shared.options import opt
from tianji.cli.shared.output import to_json
from tianji.cli.shared.streams import write_out


def studio(
    places: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="[WORKSPACE] [FILES]...",
            help="the folder for runs, by default your data folder; files of hold'em solves are opened at once",
            show_default=False,
        ),
    ] = None,
    port: Annotated[
        int,
        typer.Option("--port", metavar="N", parser=options.whole, help="the next free one from here; 0: any"),
    ] = 8731,
    browser: Annotated[
        bool, typer.Option("--browser/--no-browser", help="open the page, or only print where")
    ] = True,
    allowed_host: Annotated[
        list[str] | None, opt("NAME", "also answer to this host name, as at the end of an SSH tunnel")
    ] = None,
    allow: Annotated[
        list[str] | None,
        opt("FILE", "a Python file, or a folder of them, with games of your own: watched, its code is run"),
    ] = None,
    link: Annotated[
        bool, typer.Option("--link", help="only print a new address of the studio that is running")
    ] = False,
    readonly: Annotated[
        bool, typer.Option("--readonly", help="to be looked at: nothing is run or written")
    ] = False,
    seed: options.UnusedSeed = 0,
    json: options.Json = False,
    quiet: options.Quiet = False,
) -> None:
    """Open a page on this machine on which games are solved and watched.

    Prints one line: the address with a code that works once, within two minutes; then serves until Ctrl-C. Called again
    for the same workspace, it prints a new address of the server that is there. Runs go on when the server ends.

    \b
    Examples:
      tianji studio
      tianji studio my-runs --port 8800 --no-browser
      tianji studio solve.tianji
      tianji studio --allow my_game.py

    It listens on 127.0.0.1 alone. From another machine: ssh -L 8731:127.0.0.1:8731 HOST, then open the address.
    Needs the extra: pip install "tianji[studio]".

    --json prints address.
    """
    from tianji.studio.command import serve, sort_places

    def tell(address: str) -> None:
        # as one line, however narrow the terminal: an address is copied whole
        write_out((to_json({"address": address}) if json else f"Tianji Studio: {address}") + "\n")

    workspace, files = sort_places(places or [])
    serve(
        workspace, port, tell, open_page=browser, allowed_hosts=tuple(allowed_host or ()), is_link=link,
        is_readonly=readonly, allow=tuple(allow or ()), files=files,
    )  # fmt: skip
