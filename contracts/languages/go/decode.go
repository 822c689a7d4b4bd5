// Reads a reply into quicktype's structs and writes it again: ./decode GetScheduleResponse < reply.json
package main

import (
	"encoding/json"
	"log"
	"os"
)

var replies = map[string]any{
	// generated:replies, by npm run generate
	"GetScheduleResponse":       &GetScheduleResponse{},
	"GetWorklogsResponse":       &GetWorklogsResponse{},
	"PostWorklogResponse":       &PostWorklogResponse{},
	"BulkPostWorklogsResponse":  &BulkPostWorklogsResponse{},
	"DeleteWorklogResponse":     &DeleteWorklogResponse{},
	"FindMissingDaysResponse":   &FindMissingDaysResponse{},
	"FillDaysResponse":          &FillDaysResponse{},
	"UpdateWorklogResponse":     &UpdateWorklogResponse{},
	"DeleteWorklogsResponse":    &DeleteWorklogsResponse{},
	"GetTimesheetsResponse":     &GetTimesheetsResponse{},
	"SubmitTimesheetResponse":   &SubmitTimesheetResponse{},
	"RecallTimesheetResponse":   &RecallTimesheetResponse{},
	"SearchIssuesResponse":      &SearchIssuesResponse{},
	"GetWorkAttributesResponse": &GetWorkAttributesResponse{},
	"DraftTimesheetResponse":    &DraftTimesheetResponse{},
	"PostDraftResponse":         &PostDraftResponse{},
	"GetTotalsResponse":         &GetTotalsResponse{},
	"GetTeamTimesheetsResponse": &GetTeamTimesheetsResponse{},
	"GetTeamTotalsResponse":     &GetTeamTotalsResponse{},
	// /generated:replies
}

func main() {
	reply := replies[os.Args[1]]
	decoder := json.NewDecoder(os.Stdin)
	decoder.DisallowUnknownFields()
	if err := decoder.Decode(reply); err != nil {
		log.Fatal(err)
	}
	if err := json.NewEncoder(os.Stdout).Encode(reply); err != nil {
		log.Fatal(err)
	}
}
