"""The part of HiGHS that is used: one linear program, and a vertex where it is cheapest."""

from typing import ClassVar, type_check_only

from numpy import float64, int64
from numpy.typing import NDArray

kHighsInf: float

@type_check_only
class _Type(type): ...

class MatrixFormat(metaclass=_Type):
    kColwise: ClassVar[MatrixFormat]

class HighsModelStatus(metaclass=_Type):
    kOptimal: ClassVar[HighsModelStatus]

class HighsSparseMatrix(metaclass=_Type):
    format_: MatrixFormat
    start_: NDArray[int64]
    index_: NDArray[int64]
    value_: NDArray[float64]

class HighsLp(metaclass=_Type):
    num_col_: int
    num_row_: int
    a_matrix_: HighsSparseMatrix
    col_cost_: NDArray[float64]
    col_lower_: NDArray[float64]
    col_upper_: NDArray[float64]
    row_lower_: NDArray[float64]
    row_upper_: NDArray[float64]

class HighsSolution(metaclass=_Type):
    col_value: list[float]

class Highs(metaclass=_Type):
    def __init__(self) -> None: ...
    def silent(self, turn_off_output: bool = True) -> None: ...
    def setOptionValue(self, option_name: str, option_value: str | int) -> object: ...
    def passModel(self, model: HighsLp) -> object: ...
    def run(self) -> object: ...
    def getModelStatus(self) -> HighsModelStatus: ...
    def getSolution(self) -> HighsSolution: ...
