"""The mechanisms of docs/found.md, each in the least call that shows what is wrong; ldproof is not imported.

Each function is given an input and returns an output. The libraries are imported where they are called, as no
environment has all of them: `requirements.txt` and `requirements-nprr.txt` in this folder.
"""

import sys
from importlib import import_module
from importlib.util import find_spec
from types import ModuleType


def diffpriv_count(count: int) -> object:
    """Return a private count of diffpriv-pure at epsilon 1."""
    return import_module("diffpriv_pure").private_count(count, 1.0)


def diffpriv_gaussian(value: float) -> object:
    """Return a value with the Gaussian noise of diffpriv-pure, for sensitivity 1, epsilon 10 and delta 0.01."""
    library = import_module("diffpriv_pure")
    return value + library.gaussian_noise(library.gaussian_sigma(1.0, 10.0, 0.01))


def hll_hash(segment: str) -> object:
    """Return the hash that hll-py reports of a segment at epsilon 4."""
    library = import_module("hll_py")
    collector = library.HyperLogLogLDP(library.SketchConfig(epsilon=4.0))
    return str(collector._random_or_true_hash(segment))


def hll_sketch(segment: str) -> object:
    """Return the names under which hll-py keeps what one person reported at epsilon 4."""
    library = import_module("hll_py")
    collector = library.HyperLogLogLDP(library.SketchConfig(epsilon=4.0))
    collector.insert_segments([segment])
    return sorted(collector.sketch_map)


def insurance_response(category: str) -> object:
    """Return the randomized response of insurance-fairness-ldp at epsilon 1, for categories of different lengths."""
    library = import_module("insurance_fairness_ldp")
    return str(library.privatise([category], epsilon=1.0, categories=["A", "Other"])[0])


def eeprivacy_mean(values: list[float]) -> object:
    """Return a clamped mean of eeprivacy at epsilon 1, for bounds 0 and 1."""
    mean = import_module("eeprivacy.operations").PrivateClampedMean(lower_bound=0, upper_bound=1)
    return float(mean.execute(values=values, epsilon=1.0))


def eeprivacy_vectors(vectors: list[list[float]]) -> object:
    """Return a mean of vectors of eeprivacy at epsilon 1, for bounds 0 and 1 and one vector of two numbers."""
    make = import_module("eeprivacy.operations").PrivateVectorClampedMeanLaplace
    mean = make(lower_bound=0, upper_bound=1, k=2, N=1)
    return mean.execute(vectors=vectors, epsilon=1.0, delta=0.0)


def trasgodp_exponential(data: list[str]) -> object:
    """Return what the exponential mechanism of trasgodp makes of a data set of texts at epsilon 1."""
    return import_module("trasgodp.categorical").dp_exponential_array([*data], 1.0).tolist()


def trasgodp_location(place: list[float]) -> object:
    """Return a location by the metric privacy of trasgodp, at 0.01 a metre."""
    column = import_module("pandas").DataFrame([[*place]], columns=["lat", "lon"])
    found = import_module("trasgodp.geoindis").metric_privacy(column, "lat", "lon", 0.01)
    return [float(found[each].iloc[0]) for each in ("lat", "lon")]


def nprr_mechanisms() -> ModuleType:
    """Return the mechanisms of nprr, without its other modules, which import confseq."""
    if "nprr" not in sys.modules and (found := find_spec("nprr")) is not None:
        package = ModuleType("nprr")
        package.__path__ = [*(found.submodule_search_locations or ())]
        sys.modules["nprr"] = package
    return import_module("nprr.mechanisms")


def nprr_response(value: float) -> object:
    """Return the nonparametric randomized response of nprr at epsilon 1 on a grid of 10 values."""
    library, array = nprr_mechanisms(), import_module("numpy").array
    return float(library.nprr(array([float(value)]), library.r_from_G_eps(9, 1.0), 9)[0])


def nprr_multinomial(values: list[int]) -> object:
    """Return what the multinomial response of nprr makes of two values at r = 1/2 and K = 3: odds of 5."""
    return nprr_mechanisms().multinomial_rr(import_module("numpy").array(values), 3, 0.5).tolist()


def pydp_geometric(value: int) -> object:
    """Return a value with the geometric noise of python-dp, for sensitivity 1 and epsilon 1."""
    mechanism = import_module("pydp.ml.mechanisms.geometric").Geometric()
    mechanism.set_epsilon(1.0).set_sensitivity(1).set_probability(1 - 2.718281828459045**-1)
    return int(mechanism.randomise(int(value)))
