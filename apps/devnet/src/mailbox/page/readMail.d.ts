/** Returns the link that stands alone on a line of a mail. */
export function readLink(text: string): string | undefined
/** Returns the code that stands alone on a line of a mail. */
export function readCode(text: string): string | undefined
