/** How long an introduction may take, from its start to the code. */
export const lifetimeMs = 25 * 60_000
/** How long a code is valid. */
export const codeLifetimeMs = 10 * 60_000
/** Minimum time between two mails of an introduction. */
export const resendMs = 30_000
/** Guesses per introduction, however many codes were mailed. */
export const maxTries = 3
/** Codes mailed per introduction. */
export const maxMails = 5
