"""Links within the documentation built as one page.

In Sphinx 9.0 the ``singlehtml`` builder writes a link to an anchor of another source page as
``#document-page#anchor``, which leads nowhere. Here such a link is cut down to its anchor.
"""

from typing import Any

from docutils import nodes
from sphinx.application import Sphinx
from sphinx.transforms.post_transforms import SphinxPostTransform
from sphinx.util.typing import ExtensionMetadata


class OnePage(SphinxPostTransform):
    """Cut every double anchor down to its second part, once references are resolved."""

    builders = ("singlehtml",)
    default_priority = 900

    def run(self, **_: Any) -> None:
        """Go through all links of the page."""
        for link in self.document.findall(nodes.reference):
            page, mark, anchor = link.get("refuri", "").removeprefix("#").partition("#")
            if mark and page.startswith("document-"):
                link["refuri"] = f"#{anchor}"


def setup(app: Sphinx) -> ExtensionMetadata:
    """Add the transform."""
    app.add_post_transform(OnePage)
    return {"version": "1", "parallel_read_safe": True, "parallel_write_safe": True}
