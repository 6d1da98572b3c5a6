import { describe, expect, test } from 'vitest'
import { createApprovals, type PendingRequest, type WalletRequest } from './createApprovals.ts'

const request: WalletRequest = { method: 'sign', params: ['0x'], origin: 'http://a', network: 'eip155:1' }
const consent = { consent: true }

describe('createApprovals', () => {
  test('behavior: approve resolves, reject throws 4001, a failure is thrown as given', async () => {
    const approvals = createApprovals({ policy: 'approve' })
    await approvals.decide(request, consent)
    approvals.setPolicy('reject')
    await expect(approvals.decide(request, consent)).rejects.toMatchObject({
      code: 4001,
      message: 'User rejected the request.',
    })
    approvals.setPolicy({ code: -32002, message: 'Already pending', data: { why: 1 } })
    await expect(approvals.decide(request, consent)).rejects.toMatchObject({
      code: -32002,
      message: 'Already pending',
      data: { why: 1 },
    })
    expect(approvals.pending).toEqual([])
  })

  test('param: method, its policy takes precedence over the default, with or without consent', async () => {
    const approvals = createApprovals({ policy: 'reject' })
    approvals.setPolicy('approve', { method: 'sign' })
    await approvals.decide(request, consent)
    await approvals.decide({ ...request, method: 'read' }, { consent: false })
    approvals.setPolicy('reject', { method: 'read' })
    await expect(approvals.decide({ ...request, method: 'read' }, { consent: false })).rejects.toMatchObject({
      code: 4001,
    })
    expect(approvals.policy).toBe('reject')
  })

  test('behavior: hang waits for release', async () => {
    const approvals = createApprovals({ policy: 'hang' })
    const yes = approvals.decide(request, consent)
    expect(approvals.pending).toMatchObject([{ method: 'sign', params: ['0x'] }])
    approvals.release()
    await yes
    const no = approvals.decide(request, consent)
    approvals.release('reject')
    await expect(no).rejects.toMatchObject({ code: 4001 })
    expect(approvals.pending).toEqual([])
  })

  test('behavior: a new policy decides pending requests', async () => {
    const approvals = createApprovals({ policy: 'hang' })
    const first = approvals.decide(request, consent)
    const other = approvals.decide({ ...request, method: 'other' }, consent)
    approvals.setPolicy('reject', { method: 'other' })
    await expect(other).rejects.toMatchObject({ code: 4001 })
    expect(approvals.pending).toHaveLength(1)
    approvals.setPolicy('approve')
    await first
  })

  test('behavior: ask notifies listeners of each request once, including listeners added later', async () => {
    const approvals = createApprovals({ policy: 'ask' })
    const early: PendingRequest[] = []
    const stop = approvals.onRequest((pending) => early.push(pending))
    const decision = approvals.decide(request, consent)
    approvals.setPolicy('hang')
    approvals.setPolicy('ask')
    const late: PendingRequest[] = []
    approvals.onRequest((pending) => late.push(pending))
    expect(early).toHaveLength(1)
    expect(late).toEqual(early)
    stop()
    early[0]?.reject({ code: 5000, message: 'no' })
    early[0]?.approve()
    await expect(decision).rejects.toMatchObject({ code: 5000 })
    await early[0]?.settled
  })

  test('behavior: hang notifies no listener', () => {
    const approvals = createApprovals({ policy: 'hang' })
    const notified: PendingRequest[] = []
    approvals.onRequest((pending) => notified.push(pending))
    void approvals.decide(request, consent)
    expect(notified).toEqual([])
  })

  test('behavior: waitForRequest resolves with a pending or future request', async () => {
    const approvals = createApprovals({ policy: 'ask' })
    const future = approvals.waitForRequest({ method: 'other' })
    void approvals.decide(request, consent)
    void approvals.decide({ ...request, method: 'other' }, consent)
    expect((await future).method).toBe('other')
    expect((await approvals.waitForRequest()).method).toBe('sign')
  })

  test('behavior: failAll rejects all pending requests', async () => {
    const approvals = createApprovals({ policy: 'ask' })
    const decision = approvals.decide(request, consent)
    approvals.failAll({ code: 4900, message: 'gone' })
    await expect(decision).rejects.toMatchObject({ code: 4900, message: 'gone' })
  })
})
