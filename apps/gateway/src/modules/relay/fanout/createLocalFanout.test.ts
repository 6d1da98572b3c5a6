import { createLocalFanout } from './createLocalFanout.ts'
import { testFanout } from './testing/testFanout.ts'

testFanout('createLocalFanout', () => {
  const fanout = createLocalFanout()
  return { first: fanout, second: fanout }
})
