import type { Heads } from './Heads.ts'

const timeoutMs = 5000

/**
 * Starts following a chain and waits until its newest block is known, at most 5 seconds.
 *
 * @returns a function that stops following the chain.
 */
export async function waitForHead(heads: Heads): Promise<() => void> {
  let arrived: () => void = () => undefined
  const arrival = new Promise<void>((resolve) => {
    arrived = resolve
  })
  const unfollow = heads.follow(() => arrived())
  if (heads.current()) return unfollow
  const timer = setTimeout(arrived, timeoutMs)
  await arrival
  clearTimeout(timer)
  return unfollow
}
