/** A JSON answer with its status. */
export async function answerOf(response: Response) {
  return { status: response.status, body: JSON.parse(await response.text()) }
}
