import type { Frame, Page } from '@playwright/test'

/**
 * Returns the texts of the open dialog and of the kit's buttons whose characters do not stand from left to right.
 * All texts are English: on a right-to-left page, a full stop or a plus sign at the wrong end shows that a text took its
 * direction from the page. A value in a text has its own direction and counts as one character. On a right-to-left page,
 * also returns the texts that do not begin where what surrounds them begins.
 */
export function findDisorder(page: Page | Frame): Promise<string[]> {
  return page.evaluate(() => {
    const hosts = [...document.querySelectorAll('dialog[open] > div, span')]
    const shown = hosts.flatMap(({ shadowRoot }) => [...(shadowRoot?.querySelectorAll('*') ?? [])])
    const isInline = (element: Element) => getComputedStyle(element).display === 'inline'
    /** Whether a text is laid out independently of the text around it. */
    const isIsolated = (element: Element) =>
      !isInline(element) || !['normal', 'embed'].includes(getComputedStyle(element).unicodeBidi)

    /** Lists the characters and values of an element with their places. */
    function listParts(element: Element): { text: string; place: DOMRect }[] {
      return [...element.childNodes].flatMap((node) => {
        if (node instanceof Element) {
          if (!isIsolated(node)) return listParts(node)
          // Of a value in several lines, the first.
          const [place] = node.getClientRects()
          return isInline(node) && place ? [{ text: '', place }] : []
        }
        if (!(node instanceof Text)) return []
        const range = document.createRange()
        return Array.from({ length: node.length }, (_, index) => {
          range.setStart(node, index)
          range.setEnd(node, index + 1)
          return { text: range.toString(), place: range.getBoundingClientRect() }
        })
      })
    }

    const found: string[] = []
    for (const element of shown) {
      const isShown = element.checkVisibility() && !element.closest('.hidden, .unseen, svg')
      if (!isShown || !isIsolated(element)) continue
      const parts = listParts(element).filter(({ place }) => place.width > 0)
      const { direction, display, textAlign, paddingRight } = getComputedStyle(element)
      const isBlock = display === 'block' || display === 'list-item'
      if (direction === 'rtl' && isBlock && ['start', 'right'].includes(textAlign)) {
        const end = element.getBoundingClientRect().right - Number.parseFloat(paddingRight)
        if (parts.length > 0 && Math.max(...parts.map(({ place }) => place.right)) < end - 2)
          found.push(`${element.tagName}.${element.className}: on the left: ${element.textContent}`)
      }
      // Between values alone, such as in "Sepolia · 0.5", any order is right.
      if (!parts.some(({ text }) => /[\p{L}\p{N}]/u.test(text))) continue
      const isWrong = parts.some(({ place }, index) => {
        const before = parts[index - 1]?.place
        if (!before) return false
        const isSameLine = place.top < before.bottom - 2 && before.top < place.bottom - 2
        return isSameLine && place.left < before.left - 0.5
      })
      if (isWrong) found.push(`${element.tagName}.${element.className}: ${element.textContent}`)
    }
    return found
  })
}
