import {
  deviceProblem,
  moveFinishRequest,
  moveRequest,
  moveRevealRequest,
  moveStateResponse,
  moveTakeRequest,
  moveWaitResponse,
  walletSessionResponse,
} from '@portico/protocol/gateway'
import type { Operation } from '../../../infra/http/openapi/Operation.ts'

const id = 'dGhpcnR5LXR3byByYW5kb20gYnl0ZXMgZm9yIG9uZSE'
const key = { kty: 'EC', crv: 'P-256', x: id, y: id }
const problems = ['invalid-request', 'body-too-large', 'move-over'] as const
const noContent = (description: string) => ({ 204: { description } })

/** The operations that move a wallet to another device. Only the wallet site may call them. */
export const moveOperations: readonly Operation[] = [
  {
    id: 'startMove',
    method: 'post',
    path: '/wallet/v1/moves',
    summary: 'Start a move to another device',
    description:
      'In the session of the older device, which is neither held nor new. Valid for two minutes, like each of the following steps; ends an earlier move of the session.',
    access: 'wallet',
    body: { schema: moveRequest, example: { id } },
    answers: noContent('The move has started.'),
    problemSchema: deviceProblem,
    problems: ['invalid-request', 'body-too-large', 'move-taken', 'device-held', 'device-too-new'],
  },
  {
    id: 'takeMove',
    method: 'post',
    path: '/wallet/v1/moves/take',
    summary: 'Leave the key of the new device',
    description: 'Only the first device that sends its key takes part.',
    access: 'proof',
    body: { schema: moveTakeRequest, example: { id, key } },
    answers: noContent('The key is stored.'),
    problems: [...problems, 'move-taken'],
  },
  {
    id: 'getMoveState',
    method: 'post',
    path: '/wallet/v1/moves/state',
    summary: 'Read the key of the new device, on the older one',
    access: 'wallet',
    body: { schema: moveRequest, example: { id } },
    answers: { 200: { description: 'How far the move is.', schema: moveStateResponse } },
    problems,
  },
  {
    id: 'revealMoveKey',
    method: 'post',
    path: '/wallet/v1/moves/reveal',
    summary: 'Pass the key of the older device on',
    description: 'Only after the key of the new device was read.',
    access: 'wallet',
    body: { schema: moveRevealRequest, example: { id, key } },
    answers: noContent('The new device can read the key.'),
    problems,
  },
  {
    id: 'waitForMove',
    method: 'post',
    path: '/wallet/v1/moves/wait',
    summary: 'Read what the older device has left, on the new one',
    access: 'proof',
    body: { schema: moveRequest, example: { id } },
    answers: {
      200: { description: 'The key, and the encrypted message once there is one.', schema: moveWaitResponse },
    },
    problems,
  },
  {
    id: 'finishMove',
    method: 'post',
    path: '/wallet/v1/moves/finish',
    summary: 'Add the new device',
    description:
      'Needs the statement of the vault that the device of this session added the key of the new device. Stores the key, its slot and the message for it together, or nothing.',
    access: 'wallet',
    body: {
      schema: moveFinishRequest,
      example: {
        id,
        statement: 'eyJhbGciOi…',
        sealed: 'c2VhbGVk',
        walletId: 'wlt_9b1xPq0sTk2f',
        slot: { slotId: 'slt_5tRz6v9QwE3u', kind: 'device', wrap: 'AAAA', share: id, epoch: 1 },
      },
    },
    answers: noContent('The new device is added.'),
    problemSchema: deviceProblem,
    problems: [
      ...problems,
      'device-held',
      'device-too-new',
      'statement-invalid',
      'jwt-not-yet-valid',
      'epoch-stale',
      'vault-unavailable',
    ],
  },
  {
    id: 'openMovedSession',
    method: 'post',
    path: '/wallet/v1/moves/session',
    summary: 'Log in on the new device',
    description: 'Works once, while the session of the older device is live.',
    access: 'proof',
    body: { schema: moveRequest, example: { id } },
    answers: { 200: { description: 'The tokens of the session.', schema: walletSessionResponse } },
    problems,
  },
  {
    id: 'dropMove',
    method: 'post',
    path: '/wallet/v1/moves/drop',
    summary: 'End a move, on the older device',
    access: 'wallet',
    body: { schema: moveRequest, example: { id } },
    answers: noContent('The move does not exist any more.'),
    problems: ['invalid-request', 'body-too-large'],
  },
]
