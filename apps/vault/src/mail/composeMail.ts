import type { LoginMethod } from '@portico/protocol/social'
import { formatMail, type Mail, type MailPart } from '@portico/server/mail'
import type { MailContent } from './MailContent.ts'

/**
 * Writes the text of a mail. It contains no code: codes are the gateway's.
 *
 * @example
 * composeMail({ kind: 'updated', to: 'ada@example.com', next: 'ada@example.org', link }).subject
 */
export function composeMail(content: MailContent): Mail {
  return formatMail({ to: content.to, ...write(content) })
}

function write(content: MailContent): { subject: string; parts: MailPart[] } {
  switch (content.kind) {
    case 'device':
      return {
        subject: 'Confirm your sign-in',
        parts: [
          {
            paragraph: `Someone is signing in to ${content.origin} with this e-mail address, from ${content.browser} on ${content.system}. If it is you, open this link and type the two digits that the window shows where you are signing in.`,
          },
          { link: content.link, label: 'Review the sign-in' },
          {
            paragraph:
              'The link works once, for ten minutes. If this was not you, choose “This wasn’t me” on that page, or ignore this mail.',
          },
        ],
      }
    case 'device-added':
      return {
        subject: 'A new device has logged in',
        parts: [
          {
            paragraph: `${content.browser} on ${content.system} signed in to ${content.origin} with this e-mail address.`,
          },
          ...(content.heldUntil === undefined
            ? []
            : [{ paragraph: `It cannot open your wallet before ${content.heldUntil}.` }]),
          ...(content.link === undefined
            ? []
            : [
                { paragraph: 'If it is not your device, stop it before then with this link:' },
                { link: content.link, label: 'Block this device' },
              ]),
          {
            paragraph:
              'If this was not you, someone else can read your mail: secure your mailbox, and end the session of that device in your wallet.',
          },
        ],
      }
    case 'moved':
      return {
        subject: 'Your wallet was moved to another device',
        parts: [
          {
            paragraph: `${content.browser} on ${content.system}, where you are logged in, gave your wallet to another device: it showed a code that the other device scanned, and the digits from there were typed in.`,
          },
          ...(content.link === undefined || content.heldUntil === undefined
            ? []
            : [
                {
                  paragraph: `If it is not your device, stop it with this link before ${content.heldUntil}:`,
                },
                { link: content.link, label: 'Block this device' },
              ]),
          {
            paragraph:
              'If this was not you, someone else has used your device or has talked you into it: send what the wallet holds to a new wallet, and end both logins on the wallet’s own page.',
          },
        ],
      }
    case 'exported':
      return writeExported(content)
    case 'code-used':
      return {
        subject: 'Your recovery code was used',
        parts: [
          {
            paragraph: `Your wallet was opened with its recovery code, in ${content.browser} on ${content.system}, and its words could be read.`,
          },
          {
            paragraph:
              'If this was not you, somebody has your code: move what the wallet holds to a new wallet now.',
          },
        ],
      }
    case 'login-added':
      return {
        subject: 'Another login was added to your wallet',
        parts: [
          {
            paragraph: `${describeLogin(content.method)} opens your wallet from now on. It was added in ${content.browser} on ${content.system}.`,
          },
          {
            paragraph:
              'If this was not you, somebody else has logged in as you: remove that login on the wallet’s own page, and end the devices there that you do not know.',
          },
        ],
      }
    case 'login-removed':
      return {
        subject: 'A login was removed from your wallet',
        parts: [
          {
            paragraph: `${describeLogin(content.method)} does not open your wallet any more. It was removed in ${content.browser} on ${content.system}.`,
          },
          {
            paragraph:
              'If this was not you, somebody else has logged in as you: end the devices that you do not know on the wallet’s own page.',
          },
        ],
      }
    case 'new-address':
      return {
        subject: 'Confirm your new e-mail address',
        parts: [
          {
            paragraph: `Someone wants to make this the e-mail address of a wallet, on ${content.origin}, from ${content.browser} on ${content.system}. If it is you, open this link and type the two digits that the wallet shows there.`,
          },
          { link: content.link, label: 'Review the change' },
          {
            paragraph:
              'The link works once, for ten minutes. If this was not you, choose “This wasn’t me” on that page, or ignore this mail.',
          },
        ],
      }
    case 'updated':
      return {
        subject: 'Your address was changed',
        parts: [
          {
            paragraph: `The address of your wallet is now ${content.next}. If you did not change it, change it back with this link:`,
          },
          { link: content.link, label: 'Change it back' },
          { paragraph: 'The link works for 72 hours.' },
        ],
      }
  }
}

const providerNames: Readonly<Record<Exclude<LoginMethod, 'email'>, string>> = {
  google: 'Google',
  apple: 'Apple',
  github: 'GitHub',
  discord: 'Discord',
  x: 'X',
  facebook: 'Facebook',
  farcaster: 'Farcaster',
}

const describeLogin = (method: LoginMethod): string =>
  method === 'email' ? 'An e-mail address' : `An account at ${providerNames[method]}`

const exported = {
  words: {
    subject: 'Your words were shown',
    what: 'The twelve words and the key of your wallet were shown',
    hazard: 'Whoever has read them can take everything, and nothing you change in the wallet stops that.',
  },
  backup: {
    subject: 'A backup file was made',
    what: 'A backup file of your wallet was made',
    hazard: 'Whoever has the file and its password can take everything.',
  },
  code: {
    subject: 'A recovery code was made',
    what: 'A recovery code for your wallet was made',
    hazard:
      'Whoever has the code can take everything. You can replace or remove it on the wallet’s own page.',
  },
  import: {
    subject: 'Another wallet is being imported',
    what: 'A wallet from elsewhere is being imported in place of yours',
    hazard: 'Your address changes. The wallet you had is kept, and can be opened on the wallet’s own page.',
  },
} as const

function writeExported({ what, browser, system }: Extract<MailContent, { kind: 'exported' }>) {
  const text = exported[what]
  return {
    subject: text.subject,
    parts: [
      { paragraph: `${text.what} on the wallet’s own page, in ${browser} on ${system}. ${text.hazard}` },
      {
        paragraph:
          'If this was not you, move what the wallet holds to a new wallet now, and secure your mailbox.',
      },
    ],
  }
}
