import type { Locator, Page } from '@playwright/test'
import { recordAnnouncements } from './recordAnnouncements.ts'

/** What a journey costs the visitor, and what a screen reader says on it. */
export interface Journey {
  /** Presses a control, and counts it. All presses of the journey go through this function. */
  press(control: Locator): Promise<void>
  presses(): number
  /** Opens a link of a mail in another tab, and counts it as a press. */
  follow(link: string): Promise<Page>
  /** Returns the most words that each view of the modal, or of the wallet's frame in it, has shown at once, by its heading. */
  words(): Promise<Record<string, number>>
  /** Returns what the live regions have said, in order. */
  announcements(): Promise<string[]>
}

interface Shown {
  view: string
  texts: string[]
}

/** Records the journey of a visitor in a page that is opened afterwards. */
export async function recordJourney(page: Page): Promise<Journey> {
  let presses = 0
  const views: Record<string, number> = {}
  await page.exposeBinding('recordTexts', (_, { view, texts }: Shown) => {
    if (process.env.PRINT_WORDS) console.log(view, countWords(texts), JSON.stringify(texts))
    views[view] = Math.max(views[view] ?? 0, countWords(texts))
  })
  await page.addInitScript(watchTexts)
  const announcements = await recordAnnouncements(page)
  return {
    async press(control) {
      presses++
      await control.click()
    },
    async follow(link) {
      presses++
      const tab = await page.context().newPage()
      await tab.goto(link)
      return tab
    },
    presses: () => presses,
    async words() {
      await page.evaluate(() => undefined)
      return { ...views }
    },
    announcements,
  }
}

/** Returns the sum of the words of all views. */
export function sumWords(words: Record<string, number>): number {
  return Object.values(words).reduce((sum, count) => sum + count, 0)
}

/** A word contains a letter: neither a number nor a sign is one; an address is one. */
function countWords(texts: readonly string[]): number {
  return texts
    .join(' ')
    .split(/\s+/)
    .filter((word) => /\p{L}/u.test(word)).length
}

/** Runs in the page and in its frames. Reports the texts of the modal, or of the wallet's frame, when they change. */
function watchTexts(): void {
  const { recordTexts } = window as unknown as { recordTexts(shown: Shown): void }
  const isFrame = window !== window.top
  let isScheduled = false
  let last = ''

  function isSeen(element: Element): boolean {
    const { width, height } = element.getBoundingClientRect()
    return width > 1 && height > 1 && element.checkVisibility({ visibilityProperty: true })
  }

  function read(): void {
    isScheduled = false
    const dialog = document.querySelector('dialog[open]')
    const root = isFrame
      ? document.body
      : dialog?.querySelector('div')?.shadowRoot?.querySelector('[data-card]')
    const heading = root?.querySelector('h1')
    if (!root || !heading || !isSeen(root)) return
    const texts: string[] = []
    const nodes = document.createTreeWalker(root, NodeFilter.SHOW_TEXT)
    while (nodes.nextNode()) {
      const parent = nodes.currentNode.parentElement
      if (!parent || parent.matches('style, script') || !isSeen(parent)) continue
      // A title that fades out belongs to the view before.
      if (parent.closest('.title-previous')) continue
      const text = (nodes.currentNode.textContent ?? '').trim()
      if (text !== '') texts.push(text)
    }
    for (const field of root.querySelectorAll('input')) if (isSeen(field)) texts.push(field.placeholder)
    const shown = { view: heading.textContent ?? '', texts }
    if (JSON.stringify(shown) === last) return
    last = JSON.stringify(shown)
    recordTexts(shown)
  }

  // In the next frame, so that only what is painted counts.
  const schedule = () => {
    if (isScheduled) return
    isScheduled = true
    requestAnimationFrame(read)
  }
  const watch = (root: Node) =>
    new MutationObserver(schedule).observe(root, {
      attributes: true,
      characterData: true,
      childList: true,
      subtree: true,
    })
  watch(document)
  const { attachShadow } = Element.prototype
  Element.prototype.attachShadow = function (init) {
    const root = attachShadow.call(this, init)
    watch(root)
    return root
  }
}
