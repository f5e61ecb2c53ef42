import { Desk } from '../support/desk'
import { expect, test } from '../support/test'

// What stands over the play area for as long as it holds, so that nobody wonders.

test('a message stands until its reader puts it away, and the next one is shown anew @smoke', async ({
  server,
  enter,
}) => {
  const room = await server.createRoom('rope')
  const [host, ada, grace] = [await enter(room), await enter(room.code), await enter(room.code)]
  await new Desk(host).class()
  const say = async (words: string) => {
    await host.page.getByRole('textbox', { name: 'Message to all' }).fill(words)
    await host.button('Show').click()
  }
  const message = (page: typeof ada) => page.page.locator('[data-notice=broadcast]')
  await say('Look at the middle')
  await expect(message(ada)).toContainText('From the host: Look at the middle')
  await ada.button('Got it').click()
  await expect(message(ada)).toHaveCount(0)
  await expect(message(grace)).toBeVisible()
  await say('Now let go')
  await expect(message(ada)).toContainText('Now let go')
})

test('frozen hands are explained for as long as they are, and a press says why', async ({
  server,
  enter,
}) => {
  const room = await server.createRoom('rope')
  const [host, ada] = [await enter(room), await enter(room.code)]
  const middle = Math.round((await ada.lastParticle()) / 2)
  await host.pause()
  await ada.settle()
  const at = await ada.take(middle)
  await new Desk(host).freeze()
  await expect(ada.page.locator('[data-notice=frozen]')).toBeVisible()
  await expect(ada.page.getByText('The host has frozen all hands.')).toBeVisible()
  await expect(ada.page.locator('.hands .hand')).toHaveCount(0)
  await ada.page.mouse.up()
  await ada.page.mouse.click(at.x, at.y)
  await expect(ada.page.getByText('Hands are frozen just now.')).toBeVisible()
  await host.button('Let hands move again').click()
  await expect(ada.page.locator('[data-notice=frozen]')).toHaveCount(0)
})
