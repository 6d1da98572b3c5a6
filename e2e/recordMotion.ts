import type { Page } from '@playwright/test'
import { expect } from './test.ts'

/** What the modal looks like in one animation frame. */
export interface Frame {
  /** Milliseconds since the recording began. */
  at: number
  /** Height of the card in pixels; 0 while the modal is closed. */
  height: number
  /** Whether the area of the view shows neither text nor a control, an image, a placeholder or the wallet's frame. */
  isBlank: boolean
  /** Whether a placeholder for content that is loading is visible. */
  isSkeleton: boolean
  /** Whether the modal is open and the focus is on no control of it. */
  isFocusLost: boolean
}

/** A layout shift without input, see the Layout Instability API. */
interface Shift {
  at: number
  value: number
}

/** What happened to the modal while it was recorded; the times are in milliseconds since the recording began. */
export interface Motion {
  /** The heights at which the card rested, in order. */
  heights: readonly number[]
  /** Whether the card only grew or only shrank. */
  isMonotonic: boolean
  /** Frames in which the card was empty. */
  blank: readonly number[]
  /** Frames in which no control of the open modal had the focus. */
  unfocused: readonly number[]
  /** Frames with a placeholder in the first 400 ms. */
  placeholders: readonly number[]
  /** Shifts while the card kept its height: a change of its height moves a centred card. */
  shifts: readonly number[]
}

/** How long the card must keep its height before a recording ends, and between two changes that count as separate. */
const restMs = { end: 500, between: 60 }
/** Content fainter than this counts as invisible. */
const minimumOpacity = 0.1
/** Texts of the page's own elements, which are in shadow trees as well, may move by less. */
const minimumShift = 0.0005
/** A wait that is shorter shows no placeholder. */
const placeholderMs = 400

/** Records the modal frame by frame while `act` runs, until its card has rested for half a second. */
export async function recordMotion(page: Page, act: () => Promise<unknown>): Promise<Motion> {
  await page.evaluate(startRecording, minimumOpacity)
  await act()
  return stopAtRest(page)
}

/** Waits until the card has kept its height for half a second. */
export async function waitForRest(page: Page): Promise<void> {
  await recordMotion(page, async () => {})
}

async function stopAtRest(page: Page): Promise<Motion> {
  await page.waitForFunction((restMs) => {
    const { frames } = (window as unknown as { motion: { frames: Frame[] } }).motion
    const last = frames.at(-1)
    if (!last) return false
    const moved = frames.findLast(({ height }) => Math.abs(height - last.height) > 0.5)
    return last.at - (moved?.at ?? 0) > restMs
  }, restMs.end)
  const { frames, shifts } = await page.evaluate(() =>
    (window as unknown as { motion: { stop(): { frames: Frame[]; shifts: Shift[] } } }).motion.stop(),
  )
  const open = frames.filter(({ height }) => height > 0)
  const times = (is: (frame: Frame) => boolean) => open.filter(is).map(({ at }) => Math.round(at))
  const seen = open.map(({ height }) => height)
  const isMoving = (time: number) =>
    open.some(({ at, height }, index) => Math.abs(at - time) < restMs.between && height !== seen[index - 1])
  return {
    heights: findRests(open),
    isMonotonic: isSorted(seen) || isSorted([...seen].reverse()),
    blank: times(({ isBlank }) => isBlank),
    unfocused: times(({ isFocusLost }) => isFocusLost),
    placeholders: times(({ isSkeleton, at }) => isSkeleton && at < placeholderMs),
    shifts: shifts
      .filter(({ at, value }) => value >= minimumShift && !isMoving(at))
      .map(({ value }) => value),
  }
}

/** Expects that the card changed its height at most once, was never empty and kept the focus. */
export function expectCalm(name: string, motion: Motion): void {
  if (process.env.PRINT_MOTION) console.log(name, JSON.stringify(motion))
  expect.soft(motion.heights.length, `${name}: recorded heights`).toBeGreaterThan(0)
  expect.soft(motion, name).toEqual({
    heights: motion.heights.slice(0, 2),
    isMonotonic: true,
    blank: [],
    unfocused: [],
    placeholders: [],
    shifts: [],
  })
}

function isSorted(heights: readonly number[]): boolean {
  return heights.every((height, index) => height >= (heights[index - 1] ?? height) - 0.5)
}

function findRests(frames: readonly Frame[]): number[] {
  const rests: number[] = []
  let first = 0
  for (const [index, frame] of frames.entries()) {
    const next = frames[index + 1]
    if (next && Math.abs(next.height - frame.height) <= 0.5) continue
    // One frame that takes long, on a busy machine, is no rest.
    const isLong = index - first >= 2 && frame.at - (frames[first]?.at ?? 0) > restMs.between
    const height = Math.round(frame.height)
    if ((first === 0 || !next || isLong) && rests.at(-1) !== height) rests.push(height)
    first = index + 1
  }
  return rests
}

/** Runs in the page. */
function startRecording(minimumOpacity: number): void {
  const frames: Frame[] = []
  const startedAt = performance.now()
  const shifts: Shift[] = []
  const findDialog = () => document.querySelector<HTMLDialogElement>('dialog[data-testid=w3m-modal][open]')
  const findCard = () => findDialog()?.querySelector('div')?.shadowRoot?.querySelector('[data-card]')
  const observer = new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) {
      const { hadRecentInput, value, sources } = entry as PerformanceEntry & {
        hadRecentInput: boolean
        value: number
        sources: { node: Node | null; currentRect: DOMRectReadOnly }[]
      }
      // Nodes of the modal are null, because they are in a shadow tree.
      const area = findCard()?.getBoundingClientRect()
      const isInCard = sources.some(
        ({ node, currentRect: { left, right } }) =>
          node === null && area !== undefined && left >= area.left && right <= area.right,
      )
      if (!hadRecentInput && isInCard) shifts.push({ at: entry.startTime - startedAt, value })
    }
  })
  observer.observe({ type: 'layout-shift' })
  // What moves in the page behind the open modal is not recorded: hidden elements do not shift.
  const page = findDialog()
    ? [...document.body.children].filter(
        (element) => element instanceof HTMLElement && !element.matches('dialog'),
      )
    : []
  for (const element of page as HTMLElement[]) element.style.visibility = 'hidden'

  function isSeen(element: Element, area: DOMRect, card: Element): boolean {
    const { top, bottom, width, height } = element.getBoundingClientRect()
    if (width <= 1 || height <= 1 || bottom <= area.top || top >= area.bottom) return false
    let opacity = 1
    for (let node: Element | null = element; node && node !== card; node = node.parentElement) {
      const style = getComputedStyle(node)
      if (style.visibility !== 'visible' || style.display === 'none') return false
      opacity *= Number(style.opacity)
    }
    return opacity >= minimumOpacity
  }

  function look(): Omit<Frame, 'at'> {
    const dialog = findDialog()
    const card = findCard()
    const stage = card?.querySelector('.stage')
    if (!dialog || !card || !stage)
      return { height: 0, isBlank: false, isSkeleton: false, isFocusLost: false }
    const area = stage.getBoundingClientRect()
    const any = (selector: string) =>
      [...stage.querySelectorAll(selector)].some((element) => isSeen(element, area, card))
    const isSkeleton = any('.bone')
    const frame = dialog.querySelector('iframe')
    const active = document.activeElement
    return {
      height: card.getBoundingClientRect().height,
      isBlank:
        !isSkeleton && !any('button, a, input, p, h2, dt, img') && !(frame && isSeen(frame, area, card)),
      isSkeleton,
      isFocusLost:
        active === null ||
        active === document.body ||
        (active !== frame && !dialog.querySelector('div')?.shadowRoot?.activeElement),
    }
  }

  let next = 0
  const record = () => {
    // The last resize observer of a frame runs after layout, when nothing changes any more before the frame is painted.
    const last = new ResizeObserver(() => {
      last.disconnect()
      frames.push({ at: performance.now() - startedAt, ...look() })
    })
    last.observe(document.documentElement)
    next = requestAnimationFrame(record)
  }
  record()
  Object.assign(window, {
    motion: {
      frames,
      stop() {
        cancelAnimationFrame(next)
        observer.disconnect()
        for (const element of page as HTMLElement[]) element.style.removeProperty('visibility')
        return { frames, shifts }
      },
    },
  })
}
