import { SceneSection, SolverSection } from '../room/settings_sections'
import { JoinSection, WaitingList } from './join_section'
import { KeysSection } from './keys_section'
import { LeadSection } from './lead_section'
import { MessageSection } from './message_section'
import { RightsSection } from './rights_section'
import './desk.css'

/** Everything by which a host leads the room; time, wind and figures are where everybody has them. */
export function Desk() {
  return (
    <>
      <WaitingList />
      <JoinSection />
      <LeadSection />
      <MessageSection />
      <RightsSection />
      <SolverSection />
      <SceneSection />
      <KeysSection />
    </>
  )
}
