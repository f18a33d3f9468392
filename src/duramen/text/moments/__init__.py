"""Written time, read and said: parse time stamps, resolve "last Friday" and "上周五", find dates, say a moment.

The parts: `numerals` (number words), `calendar` (units and ranges of days), `parsing` (one stamp), `english`,
`chinese` and `absolute` (one pattern family each), `mentions` (all of them over a text), `saying` (words for a moment).
"""

from duramen.text.moments.calendar import Days
from duramen.text.moments.mentions import Resolved, dates_in, resolve_relative
from duramen.text.moments.parsing import parse_moment, read_moment
from duramen.text.moments.saying import say_date, say_days

__all__ = ["Days", "Resolved", "dates_in", "parse_moment", "read_moment", "resolve_relative", "say_date", "say_days"]
