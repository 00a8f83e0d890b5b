"""How good a strategy is: values, best response, NashConv, exploitability, counterfactual best values; the LP."""

from tianji.evaluate.appraisal import Appraisal as Appraisal
from tianji.evaluate.appraisal import appraise as appraise
from tianji.evaluate.belief import Belief as Belief
from tianji.evaluate.belief import belief as belief
from tianji.evaluate.compare import Comparison as Comparison
from tianji.evaluate.compare import Difference as Difference
from tianji.evaluate.compare import compare as compare
from tianji.evaluate.infosets import InfosetValues as InfosetValues
from tianji.evaluate.infosets import infoset_values as infoset_values
from tianji.evaluate.lp import solve_lp as solve_lp
from tianji.evaluate.response import BestResponse as BestResponse
from tianji.evaluate.response import best_response as best_response
from tianji.evaluate.response import expected_values as expected_values
from tianji.evaluate.response import exploitability as exploitability
from tianji.evaluate.response import nash_conv as nash_conv
from tianji.evaluate.response import uniform as uniform
from tianji.evaluate.response import values as values
from tianji.evaluate.review import Decision as Decision
from tianji.evaluate.review import review as review
