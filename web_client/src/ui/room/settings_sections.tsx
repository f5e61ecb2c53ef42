import { useEffect, useState } from 'preact/hooks'
import { text } from '../../i18n'
import { parameterOf, type Parameter } from '../../model/scene'
import { arrange, ITERATIONS } from '../../model/settings'
import { listScenes, type SceneOffer } from '../../net/api'
import { SceneGlyph } from '../common/scene_glyph'
import { ParameterControl } from './parameter_control'
import { useConductor } from './room_context'
import { Section } from './section'

export function SolverSection() {
  const { room } = useConductor()
  const iterations = room.state && parameterOf(room.state.scene, ITERATIONS)
  if (!iterations) return null
  return (
    <Section title={text.solver.title} right="iterations">
      <ParameterControl parameter={iterations} />
      <p class="note">{text.solver.iterationsHint}</p>
    </Section>
  )
}

export function SceneSection() {
  const { room, session } = useConductor()
  const [scenes, setScenes] = useState<readonly SceneOffer[]>([])
  useEffect(() => {
    // Without the list the present scene remains; the rest of the page works.
    listScenes().then(setScenes, () => setScenes([]))
  }, [])
  const present = room.state?.scene.name
  return (
    <Section title={text.scene.title} right="scene">
      <div class="scenes">
        {scenes.map(({ name, title, description }) => (
          <button
            key={name}
            type="button"
            class="scene"
            title={description}
            aria-pressed={name === present}
            onClick={() => session.command({ type: 'scene', scene: name })}
          >
            <SceneGlyph scene={name} />
            {title}
          </button>
        ))}
      </div>
    </Section>
  )
}

export function SettingsSection() {
  const { room } = useConductor()
  if (room.state === null) return null
  const { scene } = room.state
  const { first, own, groups } = arrange(scene.parameters)
  return (
    <Section title={text.settings.title} right="parameters">
      <ParameterList parameters={first} />
      {own.length > 0 && (
        <>
          <h2 class="part">{scene.title}</h2>
          <ParameterList parameters={own} />
        </>
      )}
      {groups.map(({ name, parameters }) => (
        <details key={name} class="part">
          <summary>{text.settings.groups[name]}</summary>
          <ParameterList parameters={parameters} />
        </details>
      ))}
    </Section>
  )
}

/** Controls, those last that build the world anew. */
function ParameterList({ parameters }: { parameters: readonly Parameter[] }) {
  const controls = (live: boolean) =>
    parameters
      .filter((parameter) => parameter.live === live)
      .map((parameter) => <ParameterControl key={parameter.name} parameter={parameter} />)
  const rebuilding = controls(false)
  return (
    <>
      {controls(true)}
      {rebuilding.length > 0 && <p class="note rebuilds">{text.settings.rebuilds}</p>}
      {rebuilding}
    </>
  )
}
