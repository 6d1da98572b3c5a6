import { encodeAbiParameters, type Hex, pad, parseAbiParameters, toEventSelector } from 'viem'
import { describe, expect, test } from 'vitest'
import { entryPoint, readOperationResults, userOperationTopic } from './readOperationResults.ts'

const me: Hex = `0x${'ab'.repeat(20)}`
const other: Hex = `0x${'cd'.repeat(20)}`
const fields = parseAbiParameters('uint256, bool, uint256, uint256')
const log = (logIndex: number, address: string, topics: string[], data = '0x') => ({
  ...{ logIndex, address, topics, data },
})
const begin = (at: number) => log(at, entryPoint, [toEventSelector('BeforeExecution()')])
const end = (at: number, sender: Hex, isCalled = true, emitter = entryPoint) =>
  log(
    at,
    emitter,
    [userOperationTopic, pad('0x1'), pad(sender), pad('0x0')],
    encodeAbiParameters(fields, [7n, isCalled, 1n, 1n]),
  )
const tried = (at: number, account: string) =>
  log(at, account, [toEventSelector('TryExecuteUnsuccessful(uint256,bytes)')])
const result = (sender: string, isSuccessful: boolean, after: number, before: number) => ({
  ...{ sender, nonce: '7', isSuccessful, after, before },
})

describe('readOperationResults', () => {
  test('behavior: each operation has the logs before its event', () => {
    const logs = [log(3, other, ['0x']), begin(4), end(6, other), log(8, other, ['0x']), end(9, me, false)]
    expect(readOperationResults(logs)).toEqual([result(other, true, 4, 6), result(me, false, 6, 9)])
    expect(readOperationResults(logs.toReversed())).toEqual(readOperationResults(logs))
  })

  test('behavior: calls that were tried and reverted are not a success', () => {
    expect(readOperationResults([begin(0), tried(1, me), end(2, me)])).toEqual([result(me, false, 0, 2)])
    // Another account's, an earlier operation's, and one that anybody may report.
    const logs = [
      tried(0, me),
      begin(1),
      tried(2, other),
      end(3, me),
      tried(4, me),
      end(5, other),
      end(6, me),
    ]
    expect(readOperationResults(logs).map(({ isSuccessful }) => isSuccessful)).toEqual([true, true, true])
  })

  test('error: events of other contracts, and malformed ones', () => {
    const imitated = [begin(0), end(1, me, true, other), log(2, entryPoint, [userOperationTopic])]
    expect(readOperationResults([...imitated, log(3, entryPoint, [], '0x01'), log(4, me, [])])).toEqual([])
  })
})
