import {
  handoffAnswerRequest,
  handoffAnswerResponse,
  handoffQuestionRequest,
  handoffQuestionResponse,
  handoffRequest,
} from '@portico/protocol/gateway'
import type { Operation } from '../../../infra/http/openapi/Operation.ts'
import { noContent } from '../operationParts.ts'

const handoffId = 'dGhpcnR5LXR3byByYW5kb20gYnl0ZXMgZm9yIG9uZSE'

/** The operations that pass a request to the wallet window and its answer back. */
export const handoffOperations: readonly Operation[] = [
  {
    id: 'putWindowQuestion',
    method: 'post',
    path: '/wallet/v1/window-mailbox',
    summary: 'Store a request for the wallet window',
    description:
      'For pages on which frame and window cannot exchange messages (`Cross-Origin-Opener-Policy: same-origin`). The request is encrypted with a key that the gateway never has. At most 256 KiB, stored for five minutes, eight per session at a time.',
    access: 'wallet',
    body: { schema: handoffQuestionRequest, example: { id: handoffId, question: 'c2VhbGVk' } },
    answers: noContent('The request is stored.'),
    problems: ['invalid-request', 'body-too-large', 'mailbox-id-used', 'mailbox-full'],
  },
  {
    id: 'takeWindowQuestion',
    method: 'post',
    path: '/wallet/v1/window-mailbox/question',
    summary: 'Read the request, in the window',
    description: 'Works once. The ID is the only credential, because the window has no session.',
    access: 'walletSite',
    body: { schema: handoffRequest, example: { id: handoffId } },
    answers: { 200: { description: 'The encrypted request.', schema: handoffQuestionResponse } },
    problems: ['invalid-request', 'body-too-large', 'not-found'],
  },
  {
    id: 'answerWindowQuestion',
    method: 'post',
    path: '/wallet/v1/window-mailbox/answer',
    summary: 'Store the answer, in the window',
    description: 'Works once, after the request was read.',
    access: 'walletSite',
    body: { schema: handoffAnswerRequest, example: { id: handoffId, answer: 'c2VhbGVk' } },
    answers: noContent('The answer is stored.'),
    problems: ['invalid-request', 'body-too-large', 'not-found'],
  },
  {
    id: 'collectWindowAnswer',
    method: 'post',
    path: '/wallet/v1/window-mailbox/collect',
    summary: 'Read the answer, in the frame',
    description:
      'Only for the session that stored the request. `answer` is absent until there is one; reading it deletes the handoff.',
    access: 'wallet',
    body: { schema: handoffRequest, example: { id: handoffId } },
    answers: {
      200: { description: 'The encrypted answer, if there is one.', schema: handoffAnswerResponse },
    },
    problems: ['invalid-request', 'body-too-large', 'not-found'],
  },
  {
    id: 'dropWindowQuestion',
    method: 'post',
    path: '/wallet/v1/window-mailbox/drop',
    summary: 'Delete a request',
    access: 'wallet',
    body: { schema: handoffRequest, example: { id: handoffId } },
    answers: noContent('The request does not exist any more.'),
    problems: ['invalid-request', 'body-too-large'],
  },
]
