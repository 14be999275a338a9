"""What the events of a campaign are about, for who watches them; of most their words name the hex."""

from berlin.kernel.contract.story import Pointing

focus = Pointing({"model": "- - - - - places"})
