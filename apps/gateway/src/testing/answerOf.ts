/** Returns the status and the JSON body of a response. */
export async function answerOf(response: Response) {
  return { status: response.status, body: JSON.parse(await response.text()) }
}
