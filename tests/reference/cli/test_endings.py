"""Exit statuses: what of a refusal is whose fault."""

import pytest

from ldproof.cli.endings import refuse
from ldproof.cli.output import Status
from ldproof.rejections import OTHERS_FAULT, Reason, Refused


@pytest.mark.parametrize("reason", Reason)
def test_whose_fault_it_is(reason: Reason) -> None:
    others = reason in OTHERS_FAULT or reason is Reason.UNDECIDED
    status = refuse(Refused(reason, "this", "that"), machine=False)
    assert status is (Status.UNDECIDED if others else Status.REFUSED)
