import { describe, expect, it } from 'vitest'
import { Chronicle } from '../../src/model/chronicle'
import { csvOf } from '../../src/model/csv'
import { chronicleTable, reachOf, spectrumTable } from '../../src/model/plots'

const spectrum = (amplitudes: number[], expected: number[]) => ({
  ...{ step: 1, particle: 0, hz: 0.25, expected },
  amplitudes: Float32Array.from(amplitudes),
})

describe('how far a spectrum is shown', () => {
  it('is a little past the last frequency that swings', () => {
    const amplitudes = new Array<number>(121).fill(1e-3)
    amplitudes[40] = 1
    expect(reachOf(spectrum(amplitudes, []))).toBeCloseTo(12)
  })

  it('takes in the first harmonics, whether they swing or not', () => {
    expect(reachOf(spectrum(new Array<number>(121).fill(0), [3]))).toBeCloseTo(13.5)
  })

  it('is never past the last bin', () => {
    expect(reachOf(spectrum([0, 1, 1, 1], [40]))).toBeCloseTo(0.75)
  })
})

describe('tables', () => {
  it('of a chronicle have time first, then each measure with its unit', () => {
    const chronicle = new Chronicle()
    chronicle.note(0.5, { step: 30, time: 0, values: { energy_kinetic: 1.25 }, pins: null })
    const table = chronicleTable(chronicle, { title: 'Simulated time', unit: 's' }, [
      { name: 'energy_kinetic', title: 'Kinetic energy', unit: 'J' },
    ])
    expect(csvOf(table)).toBe('Simulated time (s),Kinetic energy (J)\r\n0.5,1.25\r\n')
  })

  it('of a spectrum have a line for each bin, and the harmonics in a column', () => {
    const titles = {
      frequency: { title: 'Frequency', unit: 'Hz' },
      amplitude: { title: 'Amplitude', unit: 'm' },
      expected: { title: 'Expected harmonics', unit: 'Hz' },
    }
    expect(csvOf(spectrumTable(spectrum([0, 0.5, 0.25], [0.25]), titles))).toBe(
      'Frequency (Hz),Amplitude (m),Expected harmonics (Hz)\r\n0,0,0.25\r\n0.25,0.5,\r\n0.5,0.25,\r\n',
    )
  })
})
