/**
 * Returns the link of a mail: one that stands alone on a line. The address of the site that somebody signs in to stands in a
 * sentence, and is not meant to be opened.
 */
export function readLink(text) {
  const [, found] = /^\s*(https?:\/\/[^\s<>"]+)\s*$/m.exec(text) ?? []
  return found && URL.canParse(found) ? found : undefined
}

/** Returns the code of a mail: six characters, or twelve in groups, alone on a line: digits, and letters of Crockford's base 32. */
export function readCode(text) {
  return /^\s*([\dA-HJKMNP-TV-Z]{6}|[\dA-HJKMNP-TV-Z]{4}(?:-[\dA-HJKMNP-TV-Z]{4}){2})\s*$/m.exec(text)?.[1]
}
