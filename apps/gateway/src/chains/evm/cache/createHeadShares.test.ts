import { expect, onTestFinished, test, vi } from 'vitest'
import { createHubBus } from '../../../infra/bus/createHubBus.ts'
import { createTestHub } from '../../../infra/hub/testing/createTestHub.ts'
import { createFakeHeads } from '../../../testing/createFakeHeads.ts'
import { createHeadShares } from './createHeadShares.ts'
import { createHeadTracker } from './createHeadTracker.ts'

const { connect } = createTestHub()

/** Creates the tracker of a worker, which sees the blocks of its own `heads`. */
async function createWorker({ chain, minesAtOnce }: { chain: string; minesAtOnce: boolean }) {
  const heads = createFakeHeads({ number: 1000 })
  const share = createHeadShares({ bus: await createHubBus({ hub: connect().client }) }).of(chain)
  const tracker = createHeadTracker({
    heads,
    minesAtOnce,
    share,
    onReorg: () => undefined,
    now: () => 1_700_000_000_000,
  })
  onTestFinished(() => tracker.close())
  tracker.touch()
  return { heads, tracker }
}

test('behavior: no worker serves an older block than another one', async () => {
  const chain = { chain: 'eip155:1', minesAtOnce: false }
  const [one, two] = await Promise.all([createWorker(chain), createWorker(chain)])
  const other = await createWorker({ chain: 'eip155:10', minesAtOnce: false })
  const before = two.tracker.current()
  one.heads.mine()
  await vi.waitFor(() => expect(two.tracker.current()?.number).toBe(1001))
  // What was read of the block before is read again.
  expect(two.tracker.current()?.tag).not.toBe(before?.tag)
  expect(other.tracker.current()?.number).toBe(1000)
})

test('behavior: after a transaction, no worker answers from the state before it', async () => {
  const chain = { chain: 'eip155:31337', minesAtOnce: true }
  const [one, two] = await Promise.all([createWorker(chain), createWorker(chain)])
  expect(two.tracker.current()?.number).toBe(1000)
  one.tracker.recordWrite()
  await vi.waitFor(() => expect(two.tracker.current()).toBeUndefined())
})
