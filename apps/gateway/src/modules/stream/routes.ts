import { type StreamTicketResponse, streamTicketResponse } from '@portico/protocol/gateway'
import { type Context, Hono } from 'hono'
import * as z from 'zod/mini'
import type { Namespaces } from '../../chains/createNamespaces.ts'
import type { AppEnv } from '../../infra/http/AppEnv.ts'
import type { Operation } from '../../infra/http/openapi/Operation.ts'
import { exampleAccount } from '../../infra/http/openapi/parameters.ts'
import { Problem } from '../../infra/http/Problem.ts'
import type { Limits } from '../../infra/limits/createLimits.ts'
import { requireProject } from '../projects/requireProject.ts'
import type { Projects } from '../projects/service.ts'
import type { StreamTickets } from './createStreamTickets.ts'
import { readTopics } from './readTopics.ts'
import type { StreamService } from './service.ts'

/** Cost units of one topic, the same as of a subscription over WebSocket. */
const topicUnits = 5

/** `GET /v1/stream`: live updates as server-sent events, and `POST /v1/stream/tickets`. */
export function streamRoutes({
  stream,
  streamTickets,
  namespaces,
  projects,
  limits,
  ipOf,
}: {
  stream: StreamService
  streamTickets: StreamTickets
  namespaces: Namespaces
  projects: Projects
  limits: Limits
  ipOf: (c: Context<AppEnv>) => string
}): Hono<AppEnv> {
  async function authorize(c: Context<AppEnv>): Promise<void> {
    const ticket = c.req.query('ticket')
    const projectId = ticket
      ? await streamTickets.use(ticket)
      : c.req.query('projectId') || c.req.header('x-project-id') || undefined
    if (ticket && projectId === undefined)
      throw new Problem('invalid-key', { detail: 'The ticket is unknown, expired or already used.' })
    const project = projects.authorize({
      projectId,
      origin: c.req.header('origin'),
      authorization: c.req.header('authorization'),
    })
    c.set('project', project)
    c.var.takeProject?.(project)
  }

  return new Hono<AppEnv>()
    .post('/v1/stream/tickets', requireProject({ projects }), async (c) =>
      c.json((await streamTickets.issue({ projectId: c.var.project.id })) satisfies StreamTicketResponse),
    )
    .get('/v1/stream', async (c) => {
      const topics = readTopics({ text: c.req.query('topics'), chains: namespaces.networks })
      await authorize(c)
      limits.take({ project: c.var.project, ip: ipOf(c), units: topics.length * topicUnits })
      const after = c.req.header('last-event-id') || c.req.query('lastEventId') || undefined
      const leave = limits.openStream({ project: c.var.project, ip: ipOf(c) })
      const cut = () => c.env?.outgoing?.destroy()
      const body = await stream.open({ topics, after, onEnd: leave, cut }).catch((error) => {
        leave()
        throw error
      })
      c.header('content-type', 'text/event-stream')
      c.header('cache-control', 'no-store, no-transform')
      // Disables response buffering in nginx.
      c.header('x-accel-buffering', 'no')
      return c.body(body)
    })
}

/** The operations of the stream module. */
export const streamOperations: readonly Operation[] = [
  {
    id: 'openStream',
    method: 'get',
    path: '/v1/stream',
    summary: 'Live updates as server-sent events',
    description:
      'For EventSource clients. The schemas `StreamEvent.<name>` describe the events. A comment every 15 seconds keeps proxies from closing the stream.',
    access: 'stream',
    parameters: [
      {
        in: 'query',
        name: 'topics',
        description:
          'Up to 50, separated by commas: balances:<CAIP-10>, activity:<CAIP-10>, tx:<CAIP-2>:<hash>, chain:<CAIP-2>, price:<CAIP-19>, onramp:<session>.',
        schema: z.string(),
        required: true,
        example: `chain:eip155:31337,balances:eip155:31337:${exampleAccount}`,
      },
      {
        in: 'header',
        name: 'last-event-id',
        description:
          'The `id` of the last received event. Events missed since then, up to ten minutes, are sent again.',
        schema: z.string(),
      },
      {
        in: 'query',
        name: 'lastEventId',
        description: 'Same as the header `last-event-id`, for clients that cannot set headers.',
        schema: z.string(),
      },
    ],
    answers: {
      200: {
        description:
          'Events, until either side closes the stream. `resync` means that events may have been missed.',
        mediaTypes: ['text/event-stream'],
      },
    },
    problems: ['invalid-request', 'chain-not-supported', 'too-many-connections'],
  },
  {
    id: 'createStreamTicket',
    method: 'post',
    path: '/v1/stream/tickets',
    summary: 'Create a ticket that opens one stream',
    description:
      'For clients that cannot set headers: use it within a minute as `?ticket=` instead of the project ID.',
    access: 'project',
    answers: { 200: { description: 'The ticket.', schema: streamTicketResponse } },
    problems: [],
  },
]
