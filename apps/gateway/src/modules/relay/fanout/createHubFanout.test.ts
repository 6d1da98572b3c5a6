import { expect, test, vi } from 'vitest'
import { createTestHub } from '../../../infra/hub/testing/createTestHub.ts'
import { createHubFanout } from './createHubFanout.ts'
import { testFanout } from './testing/testFanout.ts'

testFanout('createHubFanout', () => {
  const { connect } = createTestHub()
  return {
    first: createHubFanout({ hub: connect().client }),
    second: createHubFanout({ hub: connect().client }),
  }
})

test('error: the end of a worker is a gap for the others, unless it has finished before', async () => {
  const { connect } = createTestHub()
  const [killed, finished, staying] = [connect(), connect(), connect()]
  const onGap = vi.fn()
  const fanouts = [killed, finished, staying].map(({ client }) => createHubFanout({ hub: client }))
  for (const fanout of fanouts) fanout.start({ onNotice: () => undefined, onGap: () => undefined })
  fanouts[2]?.start({ onNotice: () => undefined, onGap })
  for (const fanout of fanouts) await fanout.subscribe('a'.repeat(64))
  await fanouts[1]?.close()
  // Its connection has passed on all that was sent before.
  await finished.client.call('texts.get', '')
  finished.end()
  await vi.waitFor(async () => {
    await finished.worker.ended
    expect(onGap).not.toHaveBeenCalled()
  })
  killed.end()
  await vi.waitFor(() => expect(onGap).toHaveBeenCalledOnce())
})
