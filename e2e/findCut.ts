import type { Frame, Page } from '@playwright/test'

/**
 * Returns the texts of which a part is hidden, also in a list of choices, and those with a word that is broken in two because it does not fit into its line.
 * Scripts that are written without spaces, and Korean, break lines within words.
 */
export function findCut(page: Page | Frame): Promise<string[]> {
  return page.evaluate(() => {
    const root = document.querySelector('dialog[open] > div')?.shadowRoot ?? document
    const found: string[] = []
    for (const element of root.querySelectorAll(
      'a, button, dt, h1, h2, h3, label, legend, p, summary, th, .tag',
    )) {
      if (!element.checkVisibility() || element.closest('.hidden, .unseen, pre, [aria-hidden="true"]'))
        continue
      const { overflowX, overflowY } = getComputedStyle(element)
      const isCut =
        (overflowY === 'hidden' && element.scrollHeight > element.clientHeight + 1) ||
        (overflowX === 'hidden' && element.scrollWidth > element.clientWidth + 1)
      if (isCut) found.push(`cut: ${element.textContent}`)
      const texts = document.createTreeWalker(element, NodeFilter.SHOW_TEXT)
      for (let text = texts.nextNode(); text; text = texts.nextNode()) {
        if (text.parentElement?.closest('.unseen, bdi, strong, code')) continue
        for (const { 0: token, index } of (text.nodeValue ?? '').matchAll(/\S+/g)) {
          // Addresses, amounts and names of sites may be broken anywhere.
          if (!/^\p{P}*[\p{L}\p{M}'’\u200c-]+\p{P}*$/u.test(token)) continue
          for (const { 0: word, index: start } of token.matchAll(/[\p{L}\p{M}'’\u200c]+/gu)) {
            if (
              /\p{Script=Han}|\p{Script=Hiragana}|\p{Script=Katakana}|\p{Script=Hangul}|\p{Script=Thai}/u.test(
                word,
              )
            )
              continue
            const range = document.createRange()
            range.setStart(text, index + start)
            range.setEnd(text, index + start + word.length)
            const tops = [...range.getClientRects()].map(({ top }) => top)
            if (Math.max(...tops) - Math.min(...tops) > 4) found.push(`broken: ${word}`)
          }
        }
      }
    }
    // A closed list shows one line of its choice and hides the rest, whatever its styles say.
    for (const select of root.querySelectorAll('select')) {
      if (!select.checkVisibility()) continue
      for (const option of select.options) {
        const alone = select.cloneNode() as HTMLSelectElement
        alone.append(option.cloneNode(true))
        Object.assign(alone.style, { position: 'absolute', width: 'max-content' })
        select.after(alone)
        if (alone.offsetWidth > select.offsetWidth + 1) found.push(`cut: ${option.label}`)
        alone.remove()
      }
    }
    return found
  })
}
