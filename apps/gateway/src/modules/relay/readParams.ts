import { RelayError } from './RelayError.ts'

/** A message that a client publishes. `ttl` is in seconds. */
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
/** Bytes of the base64 message. */
const maxMessage = 98_304

/**
 * Parses the parameters of the relay's methods. All other fields are ignored, above all the analytics in `tvf`, which
 * are plain text and may contain signatures.
 *
 * @throws {RelayError}
 */
export const readParams = {
  topic: (params: unknown): string => readTopic(fieldsOf(params).topic),

  topics: (params: unknown): string[] => readBatch(fieldsOf(params).topics).map(readTopic),

  publication: (params: unknown): Publication => readPublication(fieldsOf(params)),

  publications: (params: unknown): Publication[] =>
    readBatch(fieldsOf(params).messages).map((item) => readPublication(fieldsOf(item))),

  /** Clients make up the subscription ID, so only the topic is read. */
  subscriptions: (params: unknown): string[] =>
    readBatch(fieldsOf(params).subscriptions).map((item) => readTopic(fieldsOf(item).topic)),

  /** A receipt identifies a message by its hash or by the ID of the push. */
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
  // Every UTF-16 code unit takes at least one byte, so the cheap comparison comes first.
  if (message.length > maxMessage || Buffer.byteLength(message) > maxMessage) throw tooLarge(tag)
  const proof = attestation ?? undefined
  if (proof !== undefined && typeof proof !== 'string') throw new RelayError('InvalidParams')
  if (proof !== undefined && Buffer.byteLength(proof) > maxMessage) throw tooLarge(tag)
  return { topic: readTopic(topic), message, ttl, tag, attestation: proof }
}

// The vendor's message: applications search for this text.
function tooLarge(tag: number): RelayError {
  const message = `Payload size limit exceeded. Maximum size for tag ${tag} is ${maxMessage}`
  return new RelayError('PayloadSizeExceeded', { message })
}

function isWhole(value: unknown): value is number {
  return Number.isSafeInteger(value) && (value as number) >= 0
}
