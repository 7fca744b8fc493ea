"""Links from pages to files outside of docs go to the repository; README.md and SECURITY.md name pages of docs."""
import posixpath
import re

SOURCE = "https://github.com/mosaic-dev/mosaic/blob/main/"
LINK = re.compile(r"(\]\(|srcset=\"|src=\")([^)#\"\s]+)")


def on_page_markdown(markdown, page, config, files):
    folder = posixpath.dirname("docs/" + page.file.src_uri)

    def elsewhere(match):
        target = match.group(2)
        if "://" in target or target.startswith(("mailto:", "/")):
            return match.group(0)
        path = posixpath.normpath(posixpath.join(folder, target))
        if path.startswith("docs/") and not path.startswith("docs/design/") and path not in ("docs/glossary.md", "docs/openapi.json"):
            return match.group(0)
        return match.group(1) + SOURCE + path

    return LINK.sub(elsewhere, markdown)
