// HTTP requests as they are written.
import { request } from 'node:http'
import { within } from './server.mjs'

/**
 * One request, whose path fetch() would tidy up. Resolves with { status, headers, body }, or with
 * { status: 0 } if the server hangs up.
 */
export function ask(server, path, { method = 'GET', headers = {}, body, agent = false } = {}) {
  const answer = new Promise((done) => {
    const asked = request({ host: '127.0.0.1', port: server.port, path, method, headers, agent })
    asked.on('response', async (response) => {
      const chunks = []
      try {
        for await (const chunk of response) chunks.push(chunk)
      } catch {
        // cut off: what came is the answer
      }
      const text = Buffer.concat(chunks).toString()
      done({ status: response.statusCode, headers: response.headers, body: text })
    })
    asked.on('error', () => done({ status: 0, headers: {}, body: '' }))
    asked.end(body)
  })
  return within(answer, `${method} ${path} is answered`)
}
