"""`align calibrate`: people's decisions bring the probabilities of the next alignment in line."""

from __future__ import annotations

from typing import Annotated

import typer

from align.calibration import WHATS, calibration_path, remove_calibration, write_calibration
from regkg.cli.output import JsonOption, StoreOption, print_rows, words
from regkg.opening import open_graph


def calibrate_command(
    remove: Annotated[bool, typer.Option("--remove", help="Take the calibration away.")] = False,
    store: StoreOption = "",
    as_json: JsonOption = False,
) -> None:
    """Fits the probabilities to the decisions of people, and keeps what is better on held-out folds."""
    if remove:
        there = remove_calibration()
        words.print(f"{calibration_path()}: {'removed; the next alignment goes without' if there else 'there is none'}")
        return
    from align.calibrating import ASKED, calibration_rows, fit, observations  # noqa: PLC0415 - scikit-learn takes a second

    with open_graph(store) as graph:
        found = observations(graph)
    fitted = [fit(what, found[what]) for what in WHATS]
    print_rows(
        [
            {
                "probability": f.what,
                "for": f.holds,
                "against": f.fails,
                "Brier before": None if f.before is None else round(f.before, 4),
                "after": None if f.after is None else round(f.after, 4),
                "kept": f.recalibration is not None,
            }
            for f in fitted
        ],
        title="Calibration, after over five held-out folds",
        as_json=as_json,
    )
    for f in fitted:
        if f.recalibration is None:
            yes, no = ASKED[f.what]
            words.print(
                f"{f.what} stays as it is: {f.holds} decisions {yes} and {f.fails} {no}; {f.why}", markup=False, soft_wrap=True
            )
    if rows := calibration_rows(fitted):
        path = write_calibration(rows)
        words.print(f"{path}: {', '.join(rows)}; the next `regkg align` applies it", markup=False, soft_wrap=True)
        return
    stays = f"; {calibration_path()} stays as it was" if calibration_path().exists() else ""
    words.print(f"nothing written{stays}", markup=False, soft_wrap=True)
    raise typer.Exit(1)
