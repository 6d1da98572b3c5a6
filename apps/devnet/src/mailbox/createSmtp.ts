import { text } from 'node:stream/consumers'
import { simpleParser } from 'mailparser'
import { SMTPServer } from 'smtp-server'
import type { Messages } from './createMessages.ts'

const maxBytes = 256 * 1024

/** Creates an SMTP server that accepts every mail without TLS or password and forwards nothing. */
export function createSmtp({ messages }: { messages: Messages }): SMTPServer {
  return new SMTPServer({
    authOptional: true,
    disabledCommands: ['AUTH', 'STARTTLS'],
    disableReverseLookup: true,
    size: maxBytes,
    closeTimeout: 500,
    logger: false,
    onData(stream, { envelope }, done) {
      void text(stream)
        .then(async (raw) => {
          if (stream.sizeExceeded) throw tooLarge()
          const mail = await simpleParser(raw, { skipImageLinks: true })
          messages.add({
            to: envelope.rcptTo.map(({ address }) => address).join(', '),
            from: mail.from?.text ?? '',
            subject: mail.subject ?? '',
            text: mail.text ?? '',
            html: mail.html || '',
          })
          done()
        })
        .catch(done)
    },
  })
}

function tooLarge(): Error {
  return Object.assign(new Error(`The inbox accepts mails of at most ${maxBytes} bytes.`), {
    responseCode: 552,
  })
}
