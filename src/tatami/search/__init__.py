"""Search: from a view, and nothing else, to a finding that explains itself."""

from tatami.search.budget import Budget
from tatami.search.finding import Finding, Weighed
from tatami.search.improve import search

__all__ = ["Budget", "Finding", "Weighed", "search"]
