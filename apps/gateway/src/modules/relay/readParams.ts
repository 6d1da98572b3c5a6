import { RelayError } from './RelayError.ts'

/** What a client asks to be delivered. Times in seconds. */
export type Publication = {
  topic: string
  message: string
  ttl: number
  tag: number
  attestation: string | undefined
}

const maxBatch = 500
const minTtl = 1
const maxTtl = 30 * 24 * 3600
/** Bytes of the message, which is base64. */
const maxMessage = 98_304

/**
 * Reads the parameters of the relay's methods; what is not named here, analytics (`tvf`) above all, is never looked at:
 * it is plain text and can hold signatures.
 *
 * @throws {RelayError}
 */
export const readParams = {
  topic: (params: unknown): string => readTopic(fieldsOf(params).topic),

  topics: (params: unknown): string[] => readBatch(fieldsOf(params).topics).map(readTopic),

  publication: (params: unknown): Publication => readPublication(fieldsOf(params)),

  publications: (params: unknown): Publication[] =>
    readBatch(fieldsOf(params).messages).map((item) => readPublication(fieldsOf(item))),

  /** Clients invent the subscription's id, so only the topic counts. */
  subscriptions: (params: unknown): string[] =>
    readBatch(fieldsOf(params).subscriptions).map((item) => readTopic(fieldsOf(item).topic)),

  /** A message is named by its hash, or by the id of the push that brought it. */
  receipts: (params: unknown): { topic: string; message: string | number }[] =>
    readBatch(fieldsOf(params).receipts).map((item) => {
      const { topic, messageId, message_id } = fieldsOf(item)
      const message = messageId ?? message_id
      if (typeof message !== 'string' && typeof message !== 'number') throw new RelayError('InvalidParams')
      return { topic: readTopic(topic), message }
    }),

  proposal(params: unknown): Publication {
    const { pairingTopic, sessionProposal, attestation } = fieldsOf(params)
    return readPublication({
      topic: pairingTopic,
      message: sessionProposal,
      attestation,
      ttl: 300,
      tag: 1100,
    })
  },

  approval(params: unknown): { response: Publication; settlement: Publication } {
    const { pairingTopic, sessionTopic, sessionProposalResponse, sessionSettlementRequest } = fieldsOf(params)
    return {
      response: readPublication({
        topic: pairingTopic,
        message: sessionProposalResponse,
        ttl: 300,
        tag: 1101,
      }),
      settlement: readPublication({
        topic: sessionTopic,
        message: sessionSettlementRequest,
        ttl: 300,
        tag: 1102,
      }),
    }
  },
}

type Fields = Readonly<Record<string, unknown>>

function fieldsOf(value: unknown): Fields {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new RelayError('InvalidParams')
  return value as Fields
}

function readBatch(value: unknown): unknown[] {
  if (!Array.isArray(value)) throw new RelayError('InvalidParams')
  if (value.length === 0) throw new RelayError('BatchEmpty')
  if (value.length > maxBatch) throw new RelayError('BatchLimitExceeded')
  return value
}

function readTopic(value: unknown): string {
  if (typeof value !== 'string' || !/^[0-9a-f]{64}$/.test(value)) throw new RelayError('TopicDecoding')
  return value
}

function readPublication({ topic, message, ttl, tag, attestation }: Fields): Publication {
  if (typeof message !== 'string' || message === '') throw new RelayError('InvalidParams')
  if (!isWhole(tag) || !isWhole(ttl)) throw new RelayError('InvalidParams')
  if (ttl < minTtl) throw new RelayError('TtlTooShort')
  if (ttl > maxTtl) throw new RelayError('TtlTooLong')
  // Every UTF-16 unit is at least one byte, so the cheap look comes first.
  if (message.length > maxMessage || Buffer.byteLength(message) > maxMessage) throw tooLarge(tag)
  const proof = attestation ?? undefined
  if (proof !== undefined && typeof proof !== 'string') throw new RelayError('InvalidParams')
  if (proof !== undefined && Buffer.byteLength(proof) > maxMessage) throw tooLarge(tag)
  return { topic: readTopic(topic), message, ttl, tag, attestation: proof }
}

// The vendor's sentence: applications look for it.
function tooLarge(tag: number): RelayError {
  const message = `Payload size limit exceeded. Maximum size for tag ${tag} is ${maxMessage}`
  return new RelayError('PayloadSizeExceeded', { message })
}

function isWhole(value: unknown): value is number {
  return Number.isSafeInteger(value) && (value as number) >= 0
}
