import type { Heads } from './Heads.ts'

const patience = 5000

/**
 * Follows a chain until its newest block is known, or for five seconds.
 *
 * @returns ends following; until then the chain goes on being followed.
 */
export async function waitForHead(heads: Heads): Promise<() => void> {
  let arrived: () => void = () => undefined
  const arrival = new Promise<void>((resolve) => {
    arrived = resolve
  })
  const leave = heads.follow(() => arrived())
  if (heads.current()) return leave
  const timer = setTimeout(arrived, patience)
  await arrival
  clearTimeout(timer)
  return leave
}
