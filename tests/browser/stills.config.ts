import config from './playwright.config'

/** Makes the still pictures of the scenes: see scripts/pictures. */
export default { ...config, testDir: 'stills', testMatch: '*.ts', retries: 0, timeout: 120_000 }
