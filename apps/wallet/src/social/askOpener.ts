import { base64urlnopad } from '@scure/base'
import type { SocialTicket } from '../session/createSocialLogin.ts'
import { socialAnswer } from './socialMessages.ts'

/** Milliseconds between two hellos, and after how many the page gives up. */
const interval = 300
const timeoutMs = 30_000

/** The part of the window that opened this page which other origins may use. */
export type Opener = { readonly length: number; readonly [index: number]: Pick<Window, 'postMessage'> }

/**
 * Finds the frame that started the login: it is one of the frames of the page that opened this one. Only a page of our own
 * origin receives the hello, and only whoever received it has its port. Returns undefined if no frame answers.
 */
export function askOpener(opener: Opener, site: string): Promise<SocialTicket | undefined> {
  const challenge = base64urlnopad.encode(crypto.getRandomValues(new Uint8Array(32)))
  const ports: MessagePort[] = []
  return new Promise((resolve) => {
    function end(ticket?: SocialTicket): void {
      clearInterval(repeat)
      clearTimeout(timeout)
      for (const port of ports) port.close()
      resolve(ticket)
    }
    function sayHello(): void {
      for (let index = 0; index < opener.length; index += 1) {
        const { port1, port2 } = new MessageChannel()
        ports.push(port1)
        port1.onmessage = ({ data }) => {
          const answer = socialAnswer.safeParse(data)
          if (!answer.success || answer.data.challenge !== challenge) return
          const { type: _, challenge: __, ...ticket } = answer.data
          end(ticket)
        }
        opener[index]?.postMessage({ type: 'portico/social-hello', challenge }, site, [port2])
      }
    }
    const repeat = setInterval(sayHello, interval)
    const timeout = setTimeout(end, timeoutMs)
    sayHello()
  })
}
