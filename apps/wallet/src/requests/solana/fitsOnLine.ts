/** No more characters of a fact are shown. */
const maxLength = 300

/** Whether a note can be shown in full as one fact among others. */
export function fitsOnLine(note: string): boolean {
  return note.length <= maxLength && !/[\n\r]/.test(note)
}
