import { stringToHex } from 'viem'
import { describeMessage } from '../src/requests/describeMessage.ts'
import { describeTypedData } from '../src/requests/describeTypedData.ts'
import { buildTypedData } from './buildTypedData.ts'
import { limits, type Scene } from './createScene.ts'
import type { RandomRequest, ScreenKey } from './RandomRequest.ts'

type Answers = Pick<ScreenKey, 'gets' | 'howMuch' | 'when' | 'until'>

/** Requests the signature of a text. */
export function signText(
  kind: string,
  message: string,
  scene: Scene,
  answers: Answers,
  shown: readonly string[],
): RandomRequest {
  const { description } = describeMessage([stringToHex(message), scene.account], {
    address: scene.account,
    origin: `https://${scene.host}`,
    chainId: scene.chainId,
    now: scene.now,
  })
  return { description, key: { kind, asks: scene.host, ...answers }, shown: [message, ...shown] }
}

/** Requests the signature of typed data. */
export function sign(
  kind: string,
  {
    type,
    domain,
    message,
  }: { type: string; domain: Record<string, unknown>; message: Record<string, unknown> },
  scene: Scene,
  answers: Answers,
  shown: readonly string[],
): RandomRequest {
  const data = buildTypedData(type, { chainId: Number(scene.chainId.split(':')[1]), ...domain }, message)
  const { description } = describeTypedData([scene.account, data], {
    address: scene.account,
    origin: `https://${scene.host}`,
    chainId: scene.chainId,
    now: scene.now,
    assets: scene.assets,
    recipients: [],
    limits,
  })
  return { description, key: { kind, asks: scene.host, ...answers }, shown: [...shown] }
}
