import { randomBytes } from 'node:crypto'
import { z } from 'zod'
import type { Answer } from '../../../http/Answer.ts'
import { json } from '../../../http/json.ts'
import type { PageRequest } from '../../../http/PageRequest.ts'
import { isEqualSecret } from '../../isEqualSecret.ts'
import type { FarcasterContext } from '../FarcasterContext.ts'
import { localFarcaster } from '../localFarcaster.ts'
import { channelRequest } from './channelRequest.ts'
import { completeChannel } from './completeChannel.ts'
import { signedLogin } from './signedLogin.ts'

// Applications use the relay from their own pages.
const cors = {
  'access-control-allow-origin': '*',
  'access-control-allow-methods': 'GET, POST',
  'access-control-allow-headers': 'authorization, content-type',
}

/** Answers a request for Farcaster's relay, as relay.farcaster.xyz does. */
export function answerRelay(context: FarcasterContext, request: PageRequest): Answer {
  const answer = request.method === 'OPTIONS' ? { status: 204 } : answerAllowed(context, request)
  return { ...answer, headers: { ...answer.headers, ...cors } }
}

function answerAllowed(context: FarcasterContext, request: PageRequest): Answer {
  if (context.switches.error) return json({ error: 'The switch of this relay says so.' }, 500)
  switch (`${request.method} ${request.path}`) {
    case 'POST /v1/channel':
      return createChannel(context, request)
    case 'GET /v1/channel/status':
      return readStatus(context, request)
    case 'POST /v1/channel/authenticate':
      return authenticate(context, request)
    default:
      return json({ error: 'Not Found' }, 404)
  }
}

function createChannel({ base, channels }: FarcasterContext, { body, headers, ip }: PageRequest): Answer {
  const parsed = channelRequest.safeParse(parseJson(body))
  if (!parsed.success) return invalid(parsed.error)
  const { nonce = randomBytes(16).toString('hex'), acceptAuthAddress = true } = parsed.data
  const toUrl = (channelToken: string) => `${base}/~/siwf?channelToken=${channelToken}`
  const channelToken = channels.open((token) => ({
    state: 'pending',
    nonce,
    url: toUrl(token),
    acceptAuthAddress,
    signatureParams: { ...parsed.data, nonce },
    metadata: { ip, userAgent: headers['user-agent'] ?? 'Unknown' },
  }))
  return json({ channelToken, url: toUrl(channelToken), nonce }, 201)
}

function readStatus({ channels }: FarcasterContext, { headers }: PageRequest): Answer {
  const channelToken = readToken(headers.authorization)
  const channel = channels.read(channelToken)
  if (!channel) return unauthorized()
  if (channel.state === 'pending') return json(channel, 202)
  // A completed channel is read once.
  channels.close(channelToken)
  return json(channel)
}

function authenticate({ channels }: FarcasterContext, { body, headers }: PageRequest): Answer {
  const parsed = signedLogin.safeParse(parseJson(body))
  if (!parsed.success) return invalid(parsed.error)
  const relayKey = headers['x-farcaster-auth-relay-key']
  if (typeof relayKey !== 'string' || !isEqualSecret(relayKey, localFarcaster.relayKey)) return unauthorized()
  const channelToken = readToken(headers.authorization)
  const result = completeChannel({ channels, channelToken, login: parsed.data })
  if (result === 'unknown-channel') return unauthorized()
  if (result === 'unknown-fid') return json({ error: `There is no account ${parsed.data.fid}.` }, 500)
  return json(result, 201)
}

function readToken(authorization = ''): string {
  return authorization.split(' ')[1] ?? ''
}

function unauthorized(): Answer {
  return json({ error: 'Unauthorized' }, 401)
}

function invalid(error: z.ZodError): Answer {
  return json({ error: 'Validation error', message: z.prettifyError(error) }, 400)
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    // The schema refuses it with a message.
    return undefined
  }
}
