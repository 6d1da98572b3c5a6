import type { Frame, Page } from '@playwright/test'

/** Finishes all running animations, whose intermediate colours and sizes a check would report. */
export async function settle(page: Page | Frame): Promise<void> {
  await page.evaluate(async () => {
    const roots = [
      document,
      ...[...document.querySelectorAll('*')].flatMap((element) => element.shadowRoot ?? []),
    ]
    const running = () =>
      roots
        .flatMap((root) => root.getAnimations())
        .filter(({ effect, timeline, playState }) => {
          const isEndless = effect?.getComputedTiming().endTime === Number.POSITIVE_INFINITY
          return timeline === document.timeline && !isEndless && playState !== 'finished'
        })
    // One animation may start the next a frame or two later: a view enters once the previous one has left.
    for (let quietFrames = 0; quietFrames < 3; quietFrames++) {
      for (const animation of running()) {
        animation.finish()
        quietFrames = 0
      }
      await new Promise((resolve) => requestAnimationFrame(resolve))
    }
  })
}
