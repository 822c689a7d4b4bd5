// Reads a reply into quicktype's structs and writes it again: ./decode GetScheduleResponse < reply.json
#include "replies.hpp"

#include <iostream>
#include <map>

using nlohmann::json;

template <class Reply> json through(const json &reply) { return reply.get<Reply>(); }

const std::map<std::string, json (*)(const json &)> replies = {
    // generated:replies, by npm run generate
    {"GetScheduleResponse", through<tempofiller::GetScheduleResponse>},
    {"GetWorklogsResponse", through<tempofiller::GetWorklogsResponse>},
    {"PostWorklogResponse", through<tempofiller::PostWorklogResponse>},
    {"BulkPostWorklogsResponse", through<tempofiller::BulkPostWorklogsResponse>},
    {"DeleteWorklogResponse", through<tempofiller::DeleteWorklogResponse>},
    {"FindMissingDaysResponse", through<tempofiller::FindMissingDaysResponse>},
    {"FillDaysResponse", through<tempofiller::FillDaysResponse>},
    {"UpdateWorklogResponse", through<tempofiller::UpdateWorklogResponse>},
    {"DeleteWorklogsResponse", through<tempofiller::DeleteWorklogsResponse>},
    {"GetTimesheetsResponse", through<tempofiller::GetTimesheetsResponse>},
    {"SubmitTimesheetResponse", through<tempofiller::SubmitTimesheetResponse>},
    {"RecallTimesheetResponse", through<tempofiller::RecallTimesheetResponse>},
    {"SearchIssuesResponse", through<tempofiller::SearchIssuesResponse>},
    {"GetWorkAttributesResponse", through<tempofiller::GetWorkAttributesResponse>},
    {"DraftTimesheetResponse", through<tempofiller::DraftTimesheetResponse>},
    {"PostDraftResponse", through<tempofiller::PostDraftResponse>},
    {"GetTotalsResponse", through<tempofiller::GetTotalsResponse>},
    {"GetTeamTimesheetsResponse", through<tempofiller::GetTeamTimesheetsResponse>},
    {"GetTeamTotalsResponse", through<tempofiller::GetTeamTotalsResponse>},
    // /generated:replies
};

int main(int, char **argv) try {
    std::cout << replies.at(argv[1])(json::parse(std::cin));
} catch (const std::exception &error) {
    std::cerr << error.what() << '\n';
    return 1;
}
