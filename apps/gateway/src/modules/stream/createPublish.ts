import type { BusChannel } from '../../infra/bus/Bus.ts'
import type { Publish } from './StreamMessage.ts'

/** Creates the function that publishes events of the stream on the bus. */
export function createPublish({ channel }: { channel: Pick<BusChannel, 'publish'> }): Publish {
  return ({ event, data, key }) =>
    channel.publish({ key, data: JSON.stringify({ kind: 'event', event, data }) })
}
