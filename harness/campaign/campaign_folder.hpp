// The folder of a campaign: what was asked for, the journal of finished runs, and the result file
// of every paper (docs/formats.md, "a campaign's folder").
#pragma once

#include <filesystem>
#include <map>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

#include "harness/campaign/journal.hpp"
#include "harness/result/durable_file.hpp"
#include "harness/result/provenance.hpp"
#include "harness/result/run_record.hpp"

namespace tycho::campaign {

inline constexpr char kRequestFile[] = "campaign.json", kJournalFile[] = "journal.jsonl",
                      kLockFile[] = ".lock";

/// What campaign.json holds. Throws UsageError where it is no JSON object.
nlohmann::json read_request(const std::filesystem::path& file);

class CampaignFolder {
 public:
  /// Opens `folder` for this campaign and locks it. `request` is what campaign.json holds:
  ///   "schema", "suite", "provenance", "cases" as they were read, and "runs", each run with its
  ///   description (harness/campaign/request.hpp).
  /// Throws UsageError where the folder holds something and `resume` is not set, where it holds
  /// another campaign, or where another process works in it, or where the journal has a line that
  /// is no record of a run asked for; WriteError where it cannot be written.
  CampaignFolder(std::filesystem::path folder, nlohmann::json request, bool resume);

  /// Whether this campaign began with this opening.
  bool is_new() const { return is_new_; }
  /// The record of a finished run; null where it has none.
  const result::RunRecord* find(const std::string& id) const;
  /// Keeps a record: the journal first, then the result file of its paper. Runs that this machine
  /// cannot make are many and come at once: the file has them with the next run that was made, and
  /// with the paper's last.
  void keep(const result::RunRecord& record);
  /// All records, in the order of the request.
  std::vector<result::RunRecord> records() const;

  /// Where a child leaves its record.
  std::filesystem::path record_file() const { return folder_ / "run.json"; }
  /// The result file of a paper.
  std::filesystem::path file_of(const std::string& paper) const {
    return folder_ / (paper + ".json");
  }
  /// A message for people about what was found on opening; empty where there is nothing to say.
  const std::string& notice() const { return journal_->notice(); }

 private:
  /// Of the runs asked for, those that are finished, in order; where a paper is named, its only.
  std::vector<const result::RunRecord*> finished(const std::string& paper = "") const;
  void write_result(const std::string& paper) const;
  /// The records that the journal holds become the finished runs.
  void take_journal();

  std::filesystem::path folder_;
  nlohmann::json request_;
  result::Provenance provenance_;
  result::Descriptor lock_;
  bool is_new_ = false;
  std::optional<Journal> journal_;
  std::map<std::string, result::RunRecord> finished_;
  std::map<std::string, std::size_t> left_;  // of every paper: how many runs are not finished
};

/// How the campaign in a folder differs from `request`: one line naming the first differences;
/// empty where the two agree. Dates may differ.
std::string difference(const nlohmann::json& held, const nlohmann::json& request);

}  // namespace tycho::campaign
